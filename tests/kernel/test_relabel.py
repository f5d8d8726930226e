"""The same position with other components in the places of some: nothing that waits is forgotten."""

from toolkit.kernel.relabel import _Renamer


def test_what_was_found_before_an_event_is_renamed_whole():
    rule, effect, player = 7, 8, 1
    found = (rule, effect, (7,), (8,), (7, 8), ((player, 7),))
    assert _Renamer({7: 8, 8: 7}).before((found,)) == ((rule, effect, (8,), (7,), (8, 7), ((player, 8),)),)


def test_what_is_not_known_yet_stays_so():
    assert _Renamer({7: 8, 8: 7}).before(((7, -1, (), -1, (), ()),)) == ((7, -1, (), -1, (), ()),)
