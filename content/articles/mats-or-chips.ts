import type { Article } from './types.ts'

export const matsOrChips: Article = {
  slug: 'mats-or-chips',
  title: 'Mats or chips: which one your parcels need',
  excerpt:
    'Mats cushion and separate, chips hold a product in the middle of its box. Five questions that settle which of the two you should make, and when the answer is both.',
  category: 'packing-material',
  tags: ['mats', 'chips', 'void fill'],
  cover: 'chip-box',
  publishedAt: '2026-03-10T08:00:00Z',
  content: `Used cardboard comes back to the packing bench in two shapes. A [mat maker](/glossary#mat-maker) slits a sheet so that it opens like a net and bends around things. A [chip maker](/glossary#chip-maker) cuts the same sheet into short pieces that are poured. Both start from the same pile of boxes, so it is tempting to ask which is better. The useful question is what goes wrong in your parcels today.

## What each of them does in a box

A mat works by thickness. Something pushes on it, the flutes and the opened slits give way, and the blow is spread over time and area. It also keeps two surfaces apart, which is why plates travel with a mat between them. What a mat does not do well is stay where it was put in a box that is much too large: a wrapped item in an empty box is still a loose item.

Chips work by filling. Each piece does little; together they support one another against the walls, and the product stays in the middle. Curled chips hook into each other and settle by about a tenth on a long journey. Short flat chips pour better and settle more. What chips do not do is carry a heavy object: it sinks through them until it rests on the floor of the box.

So the first rule is short: **mats for the blow, chips for the gap.**

## Five questions

### 1. Is the product damaged where it touches something?

Chipped rims, scratched paint and dented corners are contact damage. A mat, a [sleeve](/products/bottle-sleeve-75cl) or an edge strip puts material exactly there. Chips pressed against a painted surface can rub it.

### 2. Does the product move?

Open a few returned parcels and look where the product is. If it has moved to one end, the box has empty space. A smaller box is the best answer, and it also costs less to ship: carriers charge by [dimensional weight](/glossary#dimensional-weight). If you don't have a smaller box, fill the space with chips.

### 3. How heavy is it for its size?

As a working rule for a first trial: up to about 3 kg in a shoebox format, curled chips hold well. Above that, start with mats under and around the product and use chips for the corners. Over 15 kg, single-wall mats go flat too, and double wall is the place to start. These are starting points, not promises. [A drop test at the bench](/blog/drop-tests-at-a-packing-bench) takes an hour and tells you more than any table.

### 4. How many shapes do you ship?

A shop with two hundred different products will love chips, because nobody has to cut anything. A workshop with five products will love mats, because each product gets one size that fits every time.

### 5. Who packs?

Wrapping takes longer than pouring. If a packer wraps a product in 40 seconds and fills a box in 15, that difference is worth a calculation: 25 seconds on 200 parcels a day are almost an hour and a half of work. The figures are an example; time your own bench with a stopwatch.

## What the same board gives you

The shop's own specifications let you compare. Single-wall mats weigh about 550 grams per square meter. Loose curled chips weigh about 28 kilograms per cubic meter, so a fill of 10 liters, the unit used for our machines, is 0.28 kg of board.

| From 1 m² of single wall (about 0.55 kg) | You get |
|---|---|
| As mats | 1 m² at 5 mm: four mats of 600 × 400 mm |
| As curled chips | About 20 liters: two parcel fills |

A square meter of board is roughly one medium shipping box. One box therefore makes four everyday mats or two fills, less what is trimmed off.

## When the answer is both

Many benches end with a mat on the floor of the box, the product on it, and chips around the sides. If that is you, there are three ways to start:

- **Buy one, make one.** Make what you use most and [buy the other by the pack](/materials). Ten mats or a small bag are enough to learn with: the [trial mats](/products/ecomat-trial-mats) and the [trial bag](/products/chipmaster-trial-bag) are sold for that purpose.
- **A bench machine of each kind.** A [ChipMaster Mini](/products/chipmaster-mini) next to an [EcoMat 1000](/products/ecomat-1000) costs less than one large machine and covers a few packing tables.
- **One machine, one habit.** Mats can be torn along their slits and crumpled into corners. It is not elegant, but a shop with a mat maker can live without chips for years.

## When the answer is neither

Board is not right for every product. Bare steel that is stored for weeks will draw moisture from it. Food needs packaging with an approval that used board does not have. Optical and medical products do not tolerate paper dust. And for single bottles by parcel service, you need a box that your carrier accepts, whatever you put inside.

## Decide in one afternoon

Take ten parcels of one day, at random. Sort them into "touched", "moved" and "well packed". Pack ten more with each method, time it, drop three of each. Then put your volumes into the [impact calculator](/impact-calculator), and read the [buyer's guide](/buyers-guide) for sizes, power and floor space. If you are between two machines after that, [ask us](/contact): a photo of your bench and your weekly number of boxes are usually enough for a clear answer.
`,
}
