import type { Article } from './types.ts'

export const rightSizing: Article = {
  slug: 'right-sizing-a-machine',
  title: 'Right-sizing a machine to your carton stream',
  excerpt:
    'Count boxes for a week, convert them into square meters and hours, and you have nearly chosen the right machine. With the math, a worked example and the usual mistakes.',
  category: 'machines',
  tags: ['buying', 'capacity', 'board supply'],
  cover: 'mat-maker',
  publishedAt: '2026-08-04T08:00:00Z',
  content: `Machines are sold by their throughput. Benches are limited by something else: by the boxes that come in, by the person who opens them, or by the parcels that go out. Size the machine to the smallest of the three, and it will neither keep you waiting nor gather dust.

## Step one: count for a week

Put five sheets of paper at the receiving dock, one for each day. Make a check mark for each box, in one of three columns:

- **Small**: up to about 0.5 m² of board, a shoe box to a small parcel.
- **Medium**: about 1 m², the ordinary shipping box of 600 × 400 × 400 mm.
- **Large**: about 2 m² and more, appliances and furniture.

Add a second mark if it is double wall, a third if it is stapled, waxed or wet. Choose an ordinary week.

## Step two: turn boxes into board

Multiply and add. A box loses about a tenth when it is opened and trimmed, a little more when tape is cut off with the strip beneath it.

An example week: 150 small, 300 medium and 40 large boxes; 25 of the medium ones are unusable.

> 150 × 0.5 + 275 × 1 + 40 × 2 = 430 m² · less a tenth = **387 m² a week**

Single wall weighs about 0.55 kg per square meter, so that is some 210 kg of usable board.

## Step three: what do you need?

Turn your parcels into board in the same way. From the [specifications of our materials](/materials):

- A fill of 10 liters of curled chips is 0.28 kg, half a square meter.
- A mat of 600 × 400 mm is 0.24 m².

Say 120 parcels a day, five days, each with one fill and one mat: 600 × (0.5 + 0.24) = 444 m² a week. The example week provides 387. You are 57 m² short, which is manageable: buy 13% of what you need, or get boxes from a neighbor. [Retailers have them](/blog/retail-cardboard-supply).

If the two figures are far apart, stop here and think. Board without parcels means you should sell mats. Parcels without board mean that a smaller machine is right, whatever the calculator says.

## Step four: hours

Throughput in our list counts *units*, and the unit differs by machine. Each product page states it, because this is where comparisons go wrong.

| Machine | Unit | Units per hour |
|---|---|--:|
| [EcoMat 1000](/products/ecomat-1000) | one box, about 1 m² | 30 |
| [Lindhorst PM 420](/products/lindhorst-pm-420) | one opened box, about 1 m² | 60 |
| [EcoMat 2500 Commercial](/products/ecomat-2500) | one large flattened box, about 2 m² | 50 |
| [EcoMat Pro 2000](/products/ecomat-pro-2000) | one cut sheet up to 600 × 400 mm | 500 |
| [ChipMaster Mini](/products/chipmaster-mini) | one fill of 10 l | 80 |
| [ChipMaster Compact](/products/chipmaster-compact) | one fill of 10 l | 200 |
| [ChipMaster Pro](/products/chipmaster-pro) | one fill of 10 l | 300 |

Five hundred sheets sound like ten times fifty boxes. In board, they are 120 m² versus 100 m² per hour, and the sheets have to be cut first.

For the example: 600 fills a week are two hours on a ChipMaster Pro, three on a Compact, seven and a half on a Mini, plus its pauses of 15 minutes after every 30. And 600 mats are 144 m², not quite five hours on an EcoMat 1000. Two bench machines, a day and a half of work between them. A line machine would be idle from Tuesday on.

## Step five: feed width

A machine that is fast enough but too narrow is slow. Lay your three most frequent boxes open on the floor and measure the largest piece between the folds.

- A 600 × 400 × 400 mm box has panels of 600 × 400 and 400 × 400, with flaps of 200. Cut at the folds, it passes through 430 mm without another cut.
- The same box unfolded in one piece is over 2 m long and 800 mm wide. That needs a feed width of 1000.
- A feed width of 640 or 650 mm means one cut per box.

Every cut with a knife takes ten seconds or so, and can cost a finger. At 60 boxes a day, three cuts each, that is half an hour.

## Step six: power, floor, people

Three questions for the building.

1. **What power do you have?** Single phase is everywhere; [three-phase](/glossary#three-phase) is not. Our bench machines run from 230 V. In North America they need a 240 V outlet.
2. **Where does it go, and where do the boxes wait?** Board takes more space than the machine. Ten flattened medium boxes are a stack 10 cm high; 300 are three meters.
3. **Who feeds it?** A machine that needs one hour a day fits between other tasks. One that needs six needs a person, and that person's name should be in the plan.

## The usual mistakes

**Buying for the peak.** December is four weeks long. Run longer hours, or buy a few bags of chips.

**Buying for growth.** A machine of the right size for today has resale value. One that is three times too large never earns its floor space.

**Forgetting the path of the boxes.** If cartons are opened at one end of the building and packed at the other, the path decides, not the motor.

**Believing the unit.** See step four.

When you have the three figures, board, need and hours, put them into the [impact calculator](/impact-calculator): its capacity check shows how many hours a day the machine would run. The [buyer's guide](/buyers-guide) goes through power and space in detail, and the math behind the money is in [the payback calculation](/blog/payback-step-by-step).
`,
}
