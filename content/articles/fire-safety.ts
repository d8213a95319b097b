import type { Article } from './types.ts'

export const fireSafety: Article = {
  slug: 'storing-corrugated-safely',
  title: 'Storing corrugated safely: stacks, chips and sparks',
  excerpt:
    'Two pallets of flattened boxes hold the energy of a tank of gasoline. How board burns, where fires begin in packing rooms, and twelve habits that keep yours out of the statistics.',
  category: 'safety',
  tags: ['fire safety', 'storage', 'dust'],
  cover: 'collection-bin',
  publishedAt: '2026-09-22T08:00:00Z',
  content: `Whoever turns boxes into packing keeps three things in one room: stacks of board, loose chips and fine dust. All three burn, each in its own way. None of it is exotic, and most of the protection costs nothing but attention. This page is a beginning; your fire authority and your insurer have the last word, and their rules are stricter in some places than what follows.

## How much energy lies there

A kilogram of dry board releases about 16 megajoules when it burns. A liter of gasoline has about 32. So a hundred kilograms of boxes, two pallets of flattened cartons, hold as much as fifty liters of gasoline. Nobody would leave that beside a charging forklift.

How fast the energy comes out depends on air. A tight stack burns at its edges and slowly inwards. A loose heap of chips offers air everywhere: the same kilogram is gone in a fraction of the time. Dust in the air goes in one flash. **The finer, the faster.** That is the whole theory, and every habit below follows from it.

## Where fires begin

Board does not set itself alight in a dry room. Something has to do it:

- **Batteries.** Forklifts, scanners, cordless tools on their chargers. Today the most likely candidate.
- **Electrical faults.** Dust in a motor or a distribution box, an extension lead under a stack.
- **Hot work.** Grinding, welding, burning off paint, half an hour before the end of the shift.
- **Sparks.** A staple between two discs can glow, and an extractor carries it straight into a bag of fiber.
- **Heaters and lamps.** A radiant heater above a stack that has grown since last winter.
- **Cigarettes and arson.** Stacks outside, against the wall, near the gate.

## Stacks

1. **Keep them low.** A stack should be no higher than it stays up when somebody leans on it; as a rule, three times the shorter side of its base.
2. **Keep clear of the ceiling.** Sprinklers need room to spread water. At least 450 mm (18 inches) below the heads is the usual minimum, for high storage it is more.
3. **Keep ways free.** Stacks creep. A line on the floor stops them, a sign does not.
4. **Keep them small and apart.** Two stacks with two meters between them are half a fire.
5. **Not against the building.** Many insurers ask for ten meters between outdoor stacks or bins and the wall, or a bin with a locked lid.

## Chips

Loose chips are the most combustible thing in the house. Make what the day needs, and little more. A [240 liter bin](/products/collection-bin-240) holds 24 fills, about 7 kg; its lid is there to be shut. An open [chip cart](/products/chip-cart-400) belongs at the packing table during the shift and empty, or under a cover, at night.

Bulk bags are for people who use several a week. One cubic meter is 28 kg of curled chips, 450 megajoules in a form that burns quickly. Keep bags away from each other and out of escape routes.

A wet heap does not catch fire; it grows mold, and its dust is worse for lungs than dry dust. Throw it out.

## Dust

How to catch it at the machine is described in [dust and noise](/blog/dust-and-noise). For fire, three things count.

- **Nothing on beams and cable trays.** A layer that hides the color of what is beneath is too much.
- **The bag goes out every evening**, into a metal bin with a lid, outside.
- **The hose is earthed** and the extractor stands where it can be reached. Do not open the bag of an extractor that smells of burning: switch off, get people out, call the fire service. Air is what a smouldering bag is waiting for.

## The machine

- Pull staples before the shafts find them. A [staple detector](/products/staple-detector-640) is fire protection as well as blade protection.
- Brush out the machine on Fridays; see [the routine](/blog/blade-care-and-wear).
- Main switch off at night. Not the stop button, the switch.
- Chargers stand at least two meters from board, on a surface that does not burn, in sight of somebody.

## Hot work has a form

Ask for a permit even in your own workshop, because it makes you walk around the place first. Remove or cover everything that burns within ten meters, sweep the floor, have water at hand, and keep watch for an hour afterwards. Then look again. Fires in board are slow to show and quick to grow.

## Extinguishers

Board is a class A fire: water, water with additive, or foam. Powder knocks the flames down and leaves the glow, which starts again. Two extinguishers near the exit are better than four beside the machine, because you walk towards the exit when you fetch one. Train with a real one, once. It lasts less than a minute.

And know what not to fight: a stack that burns higher than your head, anything with smoke that you would have to breathe, a battery.

## A list for the wall

| When | What |
|---|---|
| Every evening | Chips covered or gone, bag emptied, main switch off, ways clear |
| Every Friday | Machine brushed out, photocell wiped, chargers looked at |
| Every month | Beams and lamps checked with a torch, extinguisher gauges read |
| Every year | Extinguishers serviced, electrical check, walk through with the insurer |

That last line is worth more than it looks. Insurers see many packing rooms, and an hour with one of theirs is free advice from somebody who would rather not pay. If you plan a room from nothing, the [buyer's guide](/buyers-guide) lists the floor that each machine needs, and [we](/contact) send a layout drawing to take to that meeting.
`,
}
