import type { Article } from './types.ts'

export const dustAndNoise: Article = {
  slug: 'dust-and-noise',
  title: 'Dust and noise beside a cardboard machine',
  excerpt:
    'How loud a machine really is at the next table, how loud two machines are together, and how to keep paper dust in a bag instead of on the beams.',
  category: 'safety',
  tags: ['dust', 'noise', 'extraction'],
  cover: 'dust-extractor',
  publishedAt: '2026-05-19T08:00:00Z',
  content: `Two complaints come up in every packing room with a cardboard machine, usually in the third week: it is louder than expected, and everything is gray. Both can be planned for, and most of the planning is arithmetic.

## How loud is loud

Makers state the level at one meter. From our own catalog:

| Machine | Level, maker's figure |
|---|---|
| [EcoMat 1000](/products/ecomat-1000) | about 68 dB(A) |
| [ChipMaster Pro](/products/chipmaster-pro) | about 70 dB(A) |
| [EcoMat Pro 2000](/products/ecomat-pro-2000) | about 76 dB(A) |
| [Dust extractor 1500](/products/dust-extractor-1500) | about 74 dB(A) |
| [ChipMaster Compact](/products/chipmaster-compact) | about 84 dB(A), at the infeed |

At 68, you raise your voice a little. At 84, you shout, and the hours start to affect your hearing.

### Decibels do not add up like dollars

Two sources of the same level are 3 dB louder than one. For different levels, the louder one wins: an EcoMat 1000 at 68 beside an extractor at 74 gives 75, not 142. The extractor is what you hear. So if the room is too loud, treat the loudest source first; a quieter second machine changes nothing.

### Distance helps, walls take it back

In the open, doubling the distance takes off 6 dB. In a room with hard walls it is less, often 3 or 4, and beyond a few meters nothing changes anymore, because you hear the room and not the machine. A curtain of heavy plastic strips, or a board wall lined with mats, between machine and bench is worth more than five meters of floor.

### The day counts, not the moment

Rules look at the average over eight hours. In the European Union the employer has to offer hearing protection from 80 dB(A) and make sure that it is worn from 85; in the United States, the action level is 85 and the limit 90. Under the European rule, half the time takes off 3 dB (the American rule uses 5):

- A Compact at 84 dB(A), eight hours: 84. Above the first European threshold.
- The same machine for two hours, the rest of the day quiet: 84 − 6 = **78**.

Running a loud machine for two hours a day and storing the chips is therefore protection, not laziness. Measure before you rely on it; a decibel app is good enough to show if you are near a limit, but not to prove that you are below one.

## Where the dust comes from

Cutting paper fiber makes dust at the edge of the cut. More edge, more dust: chips make more than mats, and a fast rotor more than slow shafts. Dull blades tear instead of cutting, so a dusty week is often the first sign that [the discs are due](/blog/blade-care-and-wear).

Paper dust is not toxic, but it is fine, dry and combustible. It settles where nobody looks: on beams, lamps, cable trays, inside motors. A thin even layer is enough to feed a flash fire when something blows it into the air. A common rule is to clean as soon as you can write your name in it.

## Four habits, most effective first

1. **Catch it at the cut.** A hood or port at the shafts takes what would otherwise be everywhere. The EcoMat 1000 comes with a 100 mm port for that; see [dust extraction](/glossary#dust-extraction).
2. **Vacuum, never blow.** Compressed air does not remove dust, it moves it upward. Use an industrial vacuum of dust class M, and a soft brush for photocells and motors.
3. **Empty the bag every evening.** A full bag is the most likely place for a small fire, so don't leave one overnight.
4. **Look up once a month.** Literally: take a flashlight and look along the beams.

## Sizing an extractor without a consultant

The figure in the catalog is measured at the open inlet. The Dust extractor 1500 moves 1500 m³ per hour there; with three meters of 100 mm hose, expect about half.

Is that enough? Dust stays in the air stream of a duct at about 20 m/s. A hose of 100 mm has a cross-section of 0.00785 m². At 750 m³ an hour, which is 0.208 m³ a second, the air moves at 26 m/s. That is enough, with a margin. Put two hoses on the same extractor and each has 13 m/s: dust settles in the hose, and the next spark finds it there.

- One hose, short, smooth inside, without tight bends, and grounded.
- One extractor for each machine, unless you have the [larger one](/products/dust-extractor-3000).
- Let it run two minutes longer than the machine.
- Nothing longer than 20 mm goes in: fibers wrap around the cartridge.

Neither extractor is made for explosive atmospheres. If a risk assessment says that you have one, you need another class of equipment and a specialist, not a larger bag.

## Masks, and when they are the wrong answer

When you empty a bag or change a [cartridge](/products/filter-cartridge-45), wear an FFP2 or N95 mask and gloves. If people need masks at the bench all day, the extraction is not working, and the mask only hides it.

## Before the machine arrives

Walk through the room with a drawing of it. Mark the machine, the nearest bench, the extractor, the outlets for both, the path to the bin. Ask three people where they would not want it. Then check the [buyer's guide](/buyers-guide) for clearances, or [tell us about the room](/contact) before you order: nobody enjoys moving a 300 kg machine twice.
`,
}
