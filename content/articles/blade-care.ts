import type { Article } from './types.ts'

export const bladeCare: Article = {
  slug: 'blade-care-and-wear',
  title: 'Blade care: what wears, and how to see it in time',
  excerpt:
    'Why paper dulls steel, what one staple costs, the signs of wear for each type of machine, and a ten-minute weekly routine that doubles as a safety check.',
  category: 'machines',
  tags: ['blades', 'maintenance', 'staples', 'spare parts'],
  cover: 'cutter-roller',
  publishedAt: '2026-07-07T08:00:00Z',
  content: `Paper is softer than steel by any measure, and yet every cutting shaft goes dull. The reason is in the paper: fillers such as chalk and clay, sand from a warehouse floor, glue at the joints. Recycled board carries more of it than fresh board does. Wear is therefore normal. What can be avoided is damage, and the two are easily confused.

## Wear and damage

**Wear** rounds all edges evenly. Cuts become softer, dust increases, the motor works a little harder. It takes hundreds of hours and announces itself.

**Damage** is a notch. It happens in a tenth of a second, when a staple, a strap seal or a knife blade forgotten in a box goes through. After that, one disc leaves a bridge of uncut board in every mat, always in the same place.

Look at three mats in a row. If the fault moves, it is the board. If it stays, it is a disc.

## What a set costs per hour

The service lives below come from our parts list. They are the makers' estimates for board without staples.

| Part | Price | Life | Cost per hour |
|---|--:|--:|--:|
| [Disc set, EcoMat 1000](/products/disc-set-ecomat-1000) | $468 | 800 h | $0.59 |
| [Disc set, EcoMat 2500](/products/disc-set-ecomat-2500) | $1,490 | 1000 h | $1.49 |
| [Disc set, EcoMat Pro 2000](/products/disc-set-ecomat-pro-2000) | $985 | 1000 h | $0.99 |
| [Cassette, ChipMaster Pro](/products/cutting-cassette-chipmaster-pro) | $2,680 | 1500 h | $1.79 |
| [Knife set, ChipMaster Compact](/products/rotor-knives-chipmaster-compact) | $415 | 2 × 250 h | $0.83 |

In use, the EcoMat 1000 spends two cents of steel per box, and the ChipMaster Pro about 0.6 cents per parcel fill. Where regrinding is possible, it lowers that further: the cassettes, the rotor knives and Lindhorst's perforating shafts can be ground; the loose discs of the EcoMat line are replaced.

## Keep metal out

Nothing else on this page has half the effect.

1. **Sort at the door.** Stapled boxes go into their own bin. Most shipping boxes are glued or taped; the stapled ones are usually heavy export cartons, which you recognize at a glance after a week.
2. **Pull, then run a hand over it**, in a cut-resistant glove.
3. **Let a detector watch.** A [staple detector](/products/staple-detector-640) finds steel from about 8 mm wire length in board that lies flat. On machines with powered feed, it stops the rollers; on hand-fed ones, it lights a lamp. It does not find aluminum.
4. **Leave the doubtful box out.** A box is worth a few cents. One disc is about $16 and most of an hour.

Tape is the other problem. Paper tape may go through. Plastic tape winds itself around shafts, melts a little, and holds dust against the steel.

## The signs, machine by machine

### Mat makers

- Mats no longer open on their own when pulled.
- The board is dented along the slits instead of cut.
- The motor reverses on board that it handled last month.
- More gray in the tray under the shafts.

### Chip makers with two shafts

- Chips hang together as long ribbons: the scrapers are worn.
- The machine reverses often on clean board: the discs are.
- Chips are torn and hairy at the edge.

### Rotor machines

- The noise level rises, and the pitch drops under load.
- Chips come out longer than the screen should allow: the screen is worn as well.
- More dust in the same time. See [dust and noise](/blog/dust-and-noise).

## Ten minutes on a Friday

Switch off, lock the main switch with a padlock, put the key in your pocket. This is called [lockout](/glossary#lockout), and it is not a formality: shafts with a gear can move on when a jam comes loose.

1. Open the hood. Remove strips of tape with a hook, not with fingers.
2. Brush out the dust. No compressed air.
3. Turn the shafts by the hand wheel, if the machine has one, and look along the discs with a flashlight. Light that blinks in one place is a notch.
4. Wipe the lens of the photocell. It is the most frequent "electrical fault" there is.
5. Wash the feed rollers with warm water. Rubber loses its grip to dust long before it is worn.
6. Check the toothed belt for missing teeth every 500 hours, and keep [a spare](/products/drive-belt-ecomat-bench) on the shelf.
7. Close, unlock, run one sheet, listen.

Write the hour meter reading and one word in a notebook. After a year you will know your own service life, which is better than ours.

## Change singly or in sets?

After damage, change the damaged disc. New and worn discs differ by a few hundredths of a millimeter, which is tolerable for one disc and a nuisance for ten. After wear, change the set: a mix of old and new discs cuts unevenly, and the new ones carry all the load.

Count the discs before you close the hood. Twice. A disc that is left in the machine will find its way.

## When something is not a blade

A surprising number of ordered blade sets replace good ones. Before you buy, check three things: does the board run straight in (a [feed roller](/products/feed-roller-430) slips), is the gap set for the thickness you feed, and is the board dry? Damp board tears whatever the edge is like. If the answer is still unclear, send us a photo of a mat and of the edge of a disc through the [contact form](/contact); together, the two usually give the answer. The [service tool kit](/products/service-tool-kit) has the gauges, the puller and the padlock in one case.
`,
}
