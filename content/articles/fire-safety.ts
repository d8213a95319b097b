import type { Article } from './types.ts'

export const fireSafety: Article = {
  slug: 'storing-corrugated-safely',
  title: 'Storing corrugated safely: stacks, chips and sparks',
  excerpt:
    'Two pallets of flattened boxes contain as much energy as a tank of gasoline. How board burns, where fires begin in packing rooms, and twelve habits that keep yours out of the statistics.',
  category: 'safety',
  tags: ['fire safety', 'storage', 'dust'],
  cover: 'collection-bin',
  publishedAt: '2026-09-22T08:00:00Z',
  content: `If you turn boxes into packing, you keep three things in one room: stacks of board, loose chips and fine dust. All three burn, each in its own way. None of it is exotic, and most of the protection costs nothing but attention. This page is a start; your fire authority and your insurer have the last word, and in some places their rules are stricter than what follows.

## How much energy is stored

A kilogram of dry board releases about 16 megajoules when it burns. A liter of gasoline has about 32. So a hundred kilograms of boxes, two pallets of flattened cartons, contain as much as fifty liters of gasoline. Nobody would leave that beside a charging forklift.

How fast the energy comes out depends on air. A tight stack burns at its edges and slowly inward. A loose heap of chips has air everywhere: the same kilogram is gone in a fraction of the time. Dust in the air burns in one flash. **The finer, the faster.** Every habit below follows from that.

## Where fires begin

Board does not ignite by itself in a dry room. Something has to ignite it:

- **Batteries.** Forklifts, scanners, cordless tools on their chargers. Today the most likely candidate.
- **Electrical faults.** Dust in a motor or a distribution box, an extension cord under a stack.
- **Hot work.** Grinding, welding, burning off paint, half an hour before the end of the shift.
- **Sparks.** A staple between two discs can glow, and an extractor carries it straight into a bag of fiber.
- **Heaters and lamps.** A radiant heater above a stack that has grown since last winter.
- **Cigarettes and arson.** Stacks outside, against the wall, near the gate.

## Stacks

1. **Keep them low.** A stack should be no higher than it stays up when somebody leans on it; as a rule, at most three times the shorter side of its base.
2. **Keep clear of the ceiling.** Sprinklers need room to spread water. At least 450 mm (18 inches) below the heads is the usual minimum; for high storage, it is more.
3. **Keep aisles clear.** Stacks creep. A line on the floor stops them; a sign does not.
4. **Keep them small and apart.** Two stacks with two meters between them are half a fire.
5. **Not against the building.** Many insurers require ten meters between the wall and outdoor stacks or bins, or a bin with a locked lid.

## Chips

Loose chips are the most combustible thing in the building. Make what you need for the day, and little more. A [240 liter bin](/products/collection-bin-240) holds 24 fills, about 7 kg; its lid is there to be shut. An open [chip cart](/products/chip-cart-400) belongs at the packing table during the shift and empty, or under a cover, at night.

Bulk bags are for people who use several a week. One cubic meter is 28 kg of curled chips, 450 megajoules in a form that burns quickly. Keep bags away from each other and out of escape routes.

A wet heap does not catch fire; it grows mold, and its dust is worse for lungs than dry dust. Throw it out.

## Dust

How to catch it at the machine is described in [dust and noise](/blog/dust-and-noise). For fire safety, three things matter.

- **Nothing on beams and cable trays.** A layer that hides the color of what is beneath is too much.
- **The bag goes out every evening**, into a metal bin with a lid, outside.
- **The hose is grounded** and the extractor is within reach. Do not open the bag of an extractor that smells of burning: switch it off, get people out, call the fire department. A smoldering bag only needs air to burst into flames.

## The machine

- Pull staples before the shafts find them. A [staple detector](/products/staple-detector-640) is fire protection as well as blade protection.
- Brush out the machine on Fridays; see [the routine](/blog/blade-care-and-wear).
- Main switch off at night. Not the stop button, the switch.
- Keep chargers at least two meters from board, on a surface that does not burn, where someone can see them.

## Hot work needs a permit

Write a permit even in your own workshop, because it makes you walk around first. Remove or cover everything that burns within ten meters, sweep the floor, have water ready, and keep watch for an hour afterward. Then look again. Fires in board are slow to show and quick to grow.

## Extinguishers

Board is a class A fire: water, water with additive, or foam. Powder knocks the flames down and leaves the glow, which starts again. Two extinguishers near the exit are better than four beside the machine, because you walk toward the exit when you get one. Train with a real one, once. It lasts less than a minute.

And know what not to fight: a stack that burns higher than your head, anything with smoke that you would have to breathe, a battery.

## A list for the wall

| When | What |
|---|---|
| Every evening | Chips covered or gone, bag emptied, main switch off, aisles clear |
| Every Friday | Machine brushed out, photocell wiped, chargers checked |
| Every month | Beams and lamps checked with a flashlight, extinguisher gauges read |
| Every year | Extinguishers serviced, electrical check, walk through with the insurer |

That last line is worth more than it looks. Insurers see many packing rooms, and an hour with one of theirs is free advice from someone who would rather not pay. If you plan a room from scratch, the [buyer's guide](/buyers-guide) lists the floor that each machine needs, and [we](/contact) send a layout drawing to take to that meeting.
`,
}
