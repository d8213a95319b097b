import type { Article } from './types.ts'

export const ppwrVoidFill: Article = {
  slug: 'ppwr-and-void-fill',
  title: 'PPWR and void fill: what the EU asks of a parcel',
  excerpt:
    'The European packaging regulation counts fill as empty space and will cap it at half the box. What applies since August 2026, what comes by 2030, and what to do at the bench.',
  category: 'rules',
  tags: ['PPWR', 'void fill', 'European Union', 'box sizes'],
  cover: 'low-box',
  publishedAt: '2026-10-20T08:00:00Z',
  content: `Since August 12, 2026, one law governs packaging in all countries of the European Union: [Regulation (EU) 2025/40](https://eur-lex.europa.eu/eli/reg/2025/40/oj), known as the [PPWR](/glossary#ppwr). For anyone who fills boxes, one sentence in it matters more than the rest, and it is not about material. It is about air.

This is a summary for packers, written to the best of our knowledge in October 2026. It is not legal advice, and the text of the law decides.

## Fill is empty space

Article 24 deals with grouped packaging, transport packaging and packaging for e-commerce. It says that the share of empty space in such a box may be at most **50%**, and that space taken up by filling material counts as empty. The list of examples names paper cuttings, air cushions, bubble wrap, foam fillers, wood wool and polystyrene chips.

Read that again with a box of chips in mind. A box that is half product and half cardboard chips is at the limit, exactly as if the half were air. The regulation does not ask what the fill is made of. Recycled, reused, compostable: it is still space that the product did not need.

### When

The cap does not apply yet. The date in the law is January 1, 2030, or three years after the Commission has defined how to measure, if that is later. The Commission has until February 12, 2028, to define the method. Until then, nobody can tell you to the percent how a round vase in a square box counts, and you should distrust anyone who does.

What does apply is older and simpler: packaging must be no heavier and no larger than its purpose requires. The detailed duties to minimize, in Article 10, follow in 2030 too.

### What seems to be exempt

The article has exceptions, among them packaging that takes part in a system for re-use, and sales packaging that is sent out as it is, with a label on it and no other box around it. If you rely on one of them, read the paragraph itself.

## Does that make chips pointless?

No, but it changes their role. There are three kinds of empty space in a parcel.

**Space that protects.** A vase needs distance from the wall, because [stopping takes distance](/blog/drop-tests-at-a-packing-bench). Some empty space is the job.

**Space from too few box sizes.** The box was the next larger one on the shelf. Fill hides that, but does not solve it.

**Space from habit.** The box was the one within reach.

The regulation is aimed at the second and third. For the first, the question will be how little is enough, and there a mat has an advantage: it protects with 5 to 8 mm where loose fill needs 30 or 40, so the box can be smaller. Whether a mat wrapped tightly around a product counts as filling is one of the things the method has to settle. A smaller box helps under any method.

## What it means in numbers

Measure ten parcels of one day. Inner volume of the box, volume of the product as a rough cuboid:

> empty share = 1 − product ÷ box

An example: a product of 250 × 180 × 120 mm is 5.4 liters.

| Inner size of the box | Volume | Empty share |
|---|--:|--:|
| 400 × 300 × 200 mm | 24.0 l | 78% |
| 350 × 250 × 180 mm | 15.8 l | 66% |
| 300 × 230 × 160 mm | 11.0 l | 51% |
| 280 × 210 × 150 mm | 8.8 l | 39% |

The last box leaves 15 mm on each side, enough for two everyday mats of 5 mm and a little play. The first one takes nearly 19 liters of fill, about half a kilogram of chips, and the carrier charges you for 24 liters besides. It is worth changing with or without the law.

## The other duties, briefly

- **Registration and fees.** The business that first puts packaging on the market in a country registers there and pays for its collection ([EPR](/glossary#epr)). National registers disagree on whether fill that you cut from boxes you received counts as new packaging. Ask yours, in writing, with a sample.
- **Recyclability.** By 2030 all packaging has to be recyclable by defined criteria. Plain board without wax, film or plastic tape has little to fear.
- **Labels.** Harmonized labels about material and sorting come in August 2028 at the earliest.
- **Re-use targets** for transport packaging begin in 2030. Cardboard boxes are left out of them.
- **Substances.** Limits for heavy metals apply to packaging as a whole. Used board carries whatever its first life printed on it, one more reason to [sort at the door](/blog/retail-cardboard-supply).

## A plan for this winter

1. **Measure** ten parcels now, and write the figures down with the date. It is your starting point.
2. **Add sizes.** Two or three more boxes between those you have often bring the worst half of parcels under 50%. Scoring a box lower with a knife and a ruler costs a minute.
3. **Change from filling to wrapping** where the product allows it. [Compare the two](/blog/mats-or-chips).
4. **Make fill from what came in**, so you don't have to buy what you use. The law does not reward that, but your invoices do: the [impact calculator](/impact-calculator) shows how much.
5. **Keep records**: sizes, weights, test notes. Someone will ask why a box is as large as it is. "We dropped it ten times" is an answer.
6. **Look again** when the method is published.

Outside the European Union, none of this applies to you until you ship into it. Then your importer or marketplace will ask, and they will want numbers, too. If a term here was new, it is probably in the [glossary](/glossary); if your case is unusual, [write to us](/contact), and we will tell you what we know and what we do not.
`,
}
