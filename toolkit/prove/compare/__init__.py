"""Two versions of a pack played side by side: the same seeds, the same bots, and what is different.

* `measures`: what is counted of a game, under names that both versions share.
* `pairs`: plays them, in chunks over processes, and adds up what pairs of games tell.
* `cause`: where the two games of a pair part, and which changed document is there.
* `findings`: what that means: differences with intervals, as plain data.
* `tables`, `page`: the findings for people.
* `revision`: a pack as it was in a revision of git.
"""
