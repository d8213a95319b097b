import type { Article } from './types.ts'

export const retailSupply: Article = {
  slug: 'retail-cardboard-supply',
  title: 'From the back of the shop to the packing bench',
  excerpt:
    'Retailers flatten thousands of boxes and pay to have them taken away. How to turn their returns into a steady supply of board: what to ask for, how to sort, what to write down.',
  category: 'board-supply',
  tags: ['board supply', 'sorting', 'retail', 'staples'],
  cover: 'step-box',
  publishedAt: '2026-08-27T08:00:00Z',
  content: `A packing room that makes its own mats has a supplier it never chose: its own receiving dock. When that is not enough, the next source is rarely farther than across the street. Shops receive goods in boxes every day, empty them within the hour and see them as work. To you they are raw material, if they arrive in the right condition.

## Why shop boxes are good board

A box that has carried shampoo from a factory to a shelf has made one journey, on a pallet, in the dry. It was opened by someone in a hurry, but not thrown onto a belt like a parcel. Its flutes are mostly intact. And the same products arrive in the same boxes week after week, which makes even mats.

Parcels from private customers are the opposite: mixed, taped all over, dented at the corners. They are still fine for chips.

## What to ask for, and what to refuse

| Good | Only for chips | Not at all |
|---|---|---|
| Dry goods: drugstore, household, books | Print on all sides | Waxed or film-lined board |
| Shoes and clothing | Crushed or creased | Fruit and vegetable trays that got wet |
| Small appliances | Short pieces | Meat, fish, dairy: stains and smell |
| Furniture, if staples can be pulled | Self-locking trays, thin flutes | Anything that held chemicals |

One wet box in a stack makes ten. Board should have 6 to 9% [moisture](/glossary#moisture-content); above about 12% it tears instead of cutting and begins to smell. A simple pin meter for wood is accurate enough to compare.

## Flat, whole, and not baled

Shops often have a [baler](/glossary#bale) in the yard. For a paper mill, a bale is ideal; for you, it is useless: the baler has crushed every flute. Ask for boxes that are **flattened by hand and stacked on a pallet**, and say why. It is less work for the shop than feeding a baler.

How much space does that take? A flattened single-wall box is two walls of about 4 mm, 8 mm in all. A stack of one meter would hold 125 of them if there were no air; expect about a hundred. At roughly 0.55 kg each, that is 55 kg on a pallet, and the truck is full long before it is heavy. This is why distance kills the idea. On a route that your van drives anyway, it works; for a separate trip, do the math first:

> 100 boxes = about 100 m² = about 200 fills of 10 liters

Price those 200 fills at what you pay today, subtract an hour of driver and van, and you have your answer.

## An agreement on one page

Nobody needs a ten-page contract, but the next shop manager won't know about a handshake. Write down:

1. **Which boxes.** The table above, with photographs.
2. **How they are prepared.** Flattened, stacked, dry, no plastic film, no polystyrene.
3. **When and where.** Fixed days, a fixed place under a roof, and who has the key.
4. **How much you take**, at least and at most. A shop that has to store your overflow will end the arrangement.
5. **What happens to the rest.** Usually their paper collection stays as it is.
6. **Money.** Often none either way: the shop saves on collection, you save on board. Where used board sells at a good price, expect to pay something.
7. **Who is responsible** for the stack until it leaves, and after.

### Waste or product?

Used boxes that are handed over as waste may fall under the rules for waste transport, even when they are clean: registration of the carrier, paperwork, sometimes a permit for the place where they are processed. Boxes that are handed over *for further use* as boxes or as packaging often do not. The line is drawn differently from country to country and sometimes from county to county. Ask the authority once, in writing, before the first pallet moves.

## Sort at the door, once

Three stacks and a bin, next to the place where the pallet is put down:

- **Mats**: clean, whole, single wall.
- **Heavy**: double wall, for mats under heavy products.
- **Chips**: everything dry that is not good enough.
- **Bin**: the right-hand column of the table, to the paper mill or the trash.

Pull staples here, not at the machine. One staple [costs a disc](/blog/blade-care-and-wear); a row of them costs a set.

Labels and names deserve attention. A box may carry a customer's address, a brand, a hazard symbol. Slitting does not make them unreadable. Remove address labels before the board leaves your building again, and cover or cut out hazard symbols: a carrier can stop a parcel that shows one in its fill.

## Keep a stock sheet

One line per delivery: date, source, pallets, share that went into each stack. After two months you know what a source is worth, and you can say "your furniture boxes are 40% staples, your shoe boxes are gold" with figures in hand. It is also the record you will need when someone asks what your packing is made of. The [PCR content](/glossary#pcr-content) of a mat made from used boxes is easy to claim and only as good as this sheet.

## If you have more than you need

Some packing rooms end up with more board than parcels. Then the mats themselves are a product: packers, potteries and workshops buy them by the pack. The [producers](/producers) in this shop sell just that, some of them from their own incoming boxes only. If you would like to join them, [tell us](/contact) what comes in and how regularly. Before you do, count your stream [as described here](/blog/right-sizing-a-machine): a producer needs the same board every week, not a heap after Christmas.
`,
}
