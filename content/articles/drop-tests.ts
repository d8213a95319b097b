import type { Article } from './types.ts'

export const dropTests: Article = {
  slug: 'drop-tests-at-a-packing-bench',
  title: 'Drop tests at a packing bench',
  excerpt:
    'Ten drops, a tape measure and a notebook tell you whether your packing works. A method that any bench can follow, and the physics that explains the results.',
  category: 'testing',
  tags: ['drop test', 'cushioning', 'mats', 'chips'],
  cover: 'taped-box',
  publishedAt: '2026-06-11T08:00:00Z',
  content: `You switch from purchased cushions to your own mats. Will the products survive? Nobody can tell you from a data sheet, because used board has none. But you can find out in an hour, with parcels you would have shipped anyway.

## What a fall does

A parcel that falls from height *h* lands at a speed of √(2gh). From 0.76 m, that is 3.9 m/s, about 14 km/h. Then the product has to stop, and the only question is over which distance.

If a product stops within 25 mm after a fall of 760 mm, its average deceleration is 760 ÷ 25, thirty times its weight. The peak is higher: with a material that pushes back like a spring, about twice that, some 60 g. Stop it within 5 mm and you are at 300 g. A hard drive, a vase and a bag of screws react very differently to 60 g; the limit of each is called its [fragility](/glossary#fragility).

So cushioning is distance. A mat under the product is worth the millimeters by which it can be crushed, and not one more.

## From which height?

Light parcels are thrown, heavy ones are set down. Test methods take that into account. The heights below are from ISTA 1A, the best-known simple [procedure](/glossary#ista-procedure) for single parcels up to 68 kg; parcels above the weights listed fall less far, and some are tested another way.

| Packed weight | Drop height |
|---|---|
| under 9.5 kg | 760 mm |
| 9.5 to 18.6 kg | 610 mm |
| 18.6 to 27.7 kg | 460 mm |
| 27.7 to 45.4 kg | 310 mm |

What follows is a bench test in the spirit of that method. It is not a certified test, and it does not allow you to print "ISTA tested" on a box.

## What you need

- A floor that does not give: concrete, with a mark on it.
- A tape measure on the wall, or a stick cut to the [drop height](/glossary#drop-height).
- Three parcels packed exactly as you would pack them on a Tuesday.
- A marker, a camera that films in slow motion, a notebook.
- Steel-toe shoes, and nobody within two meters.

## The ten drops

Number the faces: 1 top, 2 right side, 3 bottom, 4 left side, 5 near end, 6 far end. Where 2, 3 and 5 meet is the corner that suffers most in ordinary boxes.

1. On that corner.
2. On the shortest edge that leads to it.
3. On the next longer edge.
4. On the longest edge.
5. to 10. Flat on each of the six faces.

Hold the box with both hands at the mark and let go; do not throw it, and do not "help" it to land well. Film the corner drop.

## Inspect the contents

Most people open the box, find the product intact, and are happy. The packing tells you more.

### Where is the product now?

Before you lift anything out, look. If it sits lower than before, it sank: chips cannot carry it, so put a mat underneath. If it sits to one side, there was room: use a smaller box or more fill.

### Which flutes are crushed?

Take the mats out in order. A mat that is flat in one spot has done its work there and could not do it twice. If it is flat all over, it was too thin for the weight. If it is untouched, you have used too much.

### Is there dust or rubbing?

Board rubs when it moves. Dull spots on a painted surface mean that the product could turn; wrap it tighter, or put thin paper in between.

## What to change, and in which order

1. **The box.** Less empty space is free protection.
2. **The floor.** Most energy arrives from below. Add two mats crosswise, then test again.
3. **The corners.** A folded mat or an [edge strip](/products/edge-strip-1000) in the corner that failed.
4. **The fill.** Curled chips under, around and over, flaps closed with a slight bulge.
5. **The material.** Double wall instead of single, such as the [900 × 620 mat](/products/slit-mat-900x620-double), when everything else is right.

Change one thing at a time. With two changes at once you learn nothing from either.

## How many are enough?

Three parcels without damage are a good sign, not proof. If one in twenty parcels would break, three tests will all pass in 86% of cases (0.95 × 0.95 × 0.95). Thirty parcels would all pass in 21%. So test three at the bench, then ship the next thirty the ordinary way and ask how they arrived. Returns are the real test, and they are only useful if someone writes down the reason.

## Repeat it when something changes

- Another carrier, another season. Board at 90% humidity is much weaker than in a heated room.
- Another source of boxes, because E flute in place of C looks nearly the same in a pile.
- New blades, or very old ones.

Keep the notebook at the bench, with photographs. After a year it is the only data sheet for your material that exists, and it is better than any promise in a catalog, ours included. If you would like to start with known mats, the [trial packs](/products/ecomat-trial-mats) are made from boxes that arrive at our workshop; the [glossary](/glossary#cushioning-curve) explains the terms used here.
`,
}
