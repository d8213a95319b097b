import type { Article } from './types.ts'

export const fluteGrades: Article = {
  slug: 'flute-grades-and-what-they-protect',
  title: 'Flute grades, and what each of them protects',
  excerpt:
    'E, B, C, BC: the letter on a board tells how tall its wave is. What that means for stacking, for cushioning, and for the mats and chips you cut from it.',
  category: 'packing-material',
  tags: ['flutes', 'board', 'cushioning', 'mats'],
  cover: 'flat-board',
  publishedAt: '2026-04-02T08:00:00Z',
  content: `Corrugated board is paper turned into a structure: two flat liners, a wave between them, and starch to hold it all together. The wave is called the [flute](/glossary#flute), and its height determines most of what you feel when you press your thumb into a box.

## The letters

The letters do not follow the size; they were assigned in the order of invention. These are the usual nominal heights. Mills differ by a few tenths, and a used box has lost a little of its height already.

| Flute | Height of the wave | Where you find it |
|---|---|---|
| E | 1.0 to 1.8 mm | Shoe boxes, gift boxes, printed mailers |
| B | 2.2 to 3.0 mm | Cans, bottles, die-cut trays |
| C | 3.1 to 4.0 mm | The ordinary shipping box |
| A | 4.0 to 5.0 mm | Older boxes, cushioning inserts |
| EB | about 4 mm | Better mailers, small appliances |
| BC | about 6.5 to 7 mm | Appliance cartons, export boxes |

One wave between two liners is single wall. Two waves and three liners are [double wall](/glossary#double-wall), named by both letters. To tell them apart, cut a strip with a knife and count.

## Stacking: height helps, but only by its square root

The load a box can carry in a stack depends on the edgewise strength of its board, the [ECT](/glossary#ect), on the thickness of the board and on the length around the box. The usual estimate is McKee's formula:

> load = 5.87 × ECT × √(thickness × perimeter)

Take an example: board of 5.6 N/mm (sold as 32 ECT), 4 mm thick, in a box of 400 × 300 mm. The perimeter is 1400 mm, the square root of 4 × 1400 is 75, and the load is about 2460 N, the weight of about 250 kg. That is a fresh box in a laboratory for a few minutes. For weeks in a warehouse, in damp air, on a pallet with gaps, plan with a fifth to a third of it.

Because thickness is under a square root, a taller flute helps less than better paper: double the thickness and the box carries 1.4 times as much, double the ECT and it carries twice as much.

## Cushioning: height is your budget

A blow is absorbed by crushing something. The energy of a fall is weight times height; the force on the product is that energy divided by the distance over which it stops. Four millimeters of C flute stop a product in less than four millimeters. Two layers give twice the distance, and roughly half the force.

Three things follow.

- **Thin flutes do not cushion.** E flute is nearly a solid board. It separates and covers, but does not soften a fall.
- **A crushed flute is spent.** Corrugated board does not spring back like foam. After one hard fall, the crushed spot gives way immediately the next time.
- **Layers beat letters.** Three mats of single wall usually protect better than one of double wall, because they can shift against one another and bend around the product.

How much force your product can take is its [fragility](/glossary#fragility), and how a material behaves under a given load is shown by its [cushioning curve](/glossary#cushioning-curve). For used board nobody sells you that curve, since no two packs are quite alike. That is the reason for testing.

## What slitting changes

A mat maker cuts short staggered slits. Pulled apart, the slits open, and the sheet becomes longer, softer and thicker, because the strips between the slits tilt. It bends around corners where plain board would break. It also loses strength along the pull: a mat wraps, but it does not tie.

- **E and B flute** make soft, fine mats. The thin [plain mats](/products/plain-mat-250x250) for tableware are cut from such boxes.
- **C flute** makes the everyday mat. It takes the slits cleanly and opens by itself.
- **BC** makes a stiff mat for castings and machine parts, such as the [heavy mat](/products/heavy-mat-1000x600). It hardly drapes around anything smaller than a basketball.

For chips, the flute matters in another way. Curled chips of C flute are springy and light, about 28 kg per cubic meter in our catalog. Coarse chips of double wall weigh about 36 kg and carry more before they give way. Fine flutes make flat little chips that pour well and hold poorly.

## What your machine will take

The limit of a machine is the thickness it pulls in at once. An [EcoMat 1000](/products/ecomat-1000) takes up to 8 mm, which is one layer of BC: boxes have to be opened and trimmed first. A flattened double-wall box with its two walls on top of each other needs the 14 mm of the [EcoMat 2500 Commercial](/products/ecomat-2500). A [Lindhorst CS 250](/products/lindhorst-cs-250) stops at 3 mm: E and B only.

## Read a box before you cut it

1. **Look at the edge** for the number of waves and their height. A steel ruler is enough.
2. **Press with a thumb** near a fold. If the mark stays, the board is wet or has been crushed; cut it for chips, not for mats.
3. **Find the maker's stamp** on the bottom flap. It often names the ECT or the [burst strength](/glossary#burst-strength).
4. **Feel for wax.** Board with a candle-like surface belongs in neither the machine nor the paper bin.
5. **Mind the direction.** A mat bends more easily around a piece when the corrugations run along the piece. Feed the sheets so that all mats in a stack have them in the same direction.

Sort into three piles, fine, ordinary and double wall, before you start the machine. It takes minutes, and every pack that leaves the bench afterward behaves like the last one.
`,
}
