"""The types of document that each pack may have, one file each (`toolkit/documents/document_type.py`)."""
