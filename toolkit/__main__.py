"""`python -m toolkit` is the command `sayso`."""

from toolkit.cli.main import main

if __name__ == "__main__":
    main()
