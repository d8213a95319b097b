import type { Article } from './types.ts'

export const moisture: Article = {
  slug: 'moisture-in-used-board',
  title: 'Moisture: the quiet variable in used board',
  excerpt: 'Why the same box cuts well on Monday and tears on Thursday, and how a pin meter for wood settles the argument.',
  category: 'board-supply',
  tags: ['moisture', 'board supply', 'sorting'],
  cover: 'mat-stack',
  publishedAt: null,
  content: `Board is never dry and never wet: it follows the air. In a heated room in January, it may contain 5% water; in an open building in a rainy week, 12% and more. Everything else changes with it.

## What water does

- **Stiffness falls.** The liners soften, flutes give way earlier, and a stack leans.
- **Cutting becomes tearing.** Soft fibers bend around an edge before they part.
- **Weight rises.** A pack that is sold by weight holds fewer mats.
- **Mold needs a few days**, not weeks, once the board is really damp.

The packs in this shop state [6 to 9%](/materials). That is the level at which board settles in an ordinary room, and the level the machines are set for.

## Measuring

A pin meter for wood is not made for board and is off by a point or two, always in the same direction. That is good enough to compare: measure a box that you know is dry, write the figure on the wall, and compare every doubtful box with it. Press the pins along the flutes, in the middle of a panel, at three places.

## Drying

Stand boxes open, with air around them, for a day and a night. A stack does not dry; it only feels dry on the outside. No heaters: see [storing corrugated safely](/blog/storing-corrugated-safely).

## Still to be written

A table of humidity and moisture for the flutes we see most, measured at our own bench over a year, will complete this article. Until then it stays a draft.
`,
}
