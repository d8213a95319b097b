import type { Article } from './types.ts'

export const paybackStepByStep: Article = {
  slug: 'payback-step-by-step',
  title: 'The payback calculation, step by step',
  excerpt:
    'Every formula behind our savings calculator, worked through by hand with two examples: one that pays back in weeks, and one where you should think twice.',
  category: 'costs',
  tags: ['payback', 'calculator', 'mats'],
  cover: 'step-machine',
  publishedAt: '2026-04-28T08:00:00Z',
  content: `Don't trust a calculator that you cannot follow by hand. This is ours, line by line, including its weak points. Have your last twelve invoices for packing material ready and work along; afterward, the [impact calculator](/impact-calculator) does the same math in a second.

## What you put in

Six figures describe your packing today, and one chooses the machine.

| Input | Default in the form | What to enter |
|---|---|---|
| Material cost per month | $5,000 | What you pay for fill, wrap, mats and cushions |
| Volume per month | 1,000 units | Parcels, or whatever you count as one packing unit |
| Waste | 15% | Packing material bought and thrown away |
| Shipping cost per month | $800 | The part that depends on packing |
| Labor cost per month | $2,000 | Time spent on packing material, not all packing |
| Operating days per month | 22 | For the capacity check |

The defaults are only a starting point. They are not from a real business.

## What the machine contributes

Each machine has two planning values. *Material reduction* is the share of purchased material that it is assumed to replace. *Efficiency* describes how well work at the bench runs with it. For the [EcoMat 1000](/products/ecomat-1000), they are 65% and 75%. They are assumptions, labeled as such on the product page, and the first thing to question.

## The formulas

Three savings, each for a year:

- **Material** = material cost × material reduction × 12
- **Shipping** = shipping cost × material reduction × 12
- **Labor** = labor cost × (efficiency − 0.3) × 12

The 0.3 is the share of labor that remains with any machine: someone still has to pack. Then:

- **Annual savings** = material + shipping + labor
- **[Payback period](/glossary#payback-period)** in months = price ÷ (annual savings ÷ 12)
- **First-year ROI** = (annual savings − price) ÷ price

The price does not include freight, tax and financing. Add them if you want to be strict.

## Example one: the defaults of the form

With the EcoMat 1000 at $12,500:

1. Material: 5,000 × 0.65 × 12 = **$39,000**
2. Shipping: 800 × 0.65 × 12 = **$6,240**
3. Labor: 2,000 × 0.45 × 12 = **$10,800**
4. Total: **$56,040** per year, $4,670 per month
5. Payback: 12,500 ÷ 4,670 = **2.7 months**
6. First year: (56,040 − 12,500) ÷ 12,500 = **348%**

That looks great, and the reason is simple: a business that spends $5,000 a month on packing material has a lot to save. Inputs are guesses, so the result page also shows a range, with savings 30% lower and 15% higher. Here it runs from 2.3 to 3.8 months.

## Example two: a small bench

A workshop spends $900 on material, $300 on shipping that depends on packing, and $400 on labor. The same machine:

1. Material: 900 × 0.65 × 12 = $7,020
2. Shipping: 300 × 0.65 × 12 = $2,340
3. Labor: 400 × 0.45 × 12 = $2,160
4. Total: $11,520 per year, $960 per month
5. Payback: 12,500 ÷ 960 = **13 months**
6. First year: (11,520 − 12,500) ÷ 12,500 = **−7.8%**

With savings 30% lower the payback is 18.6 months. That is still reasonable for a machine with a [warranty of two years](/faq), but not something to sign on a Friday afternoon. A smaller machine, or [mats bought by the pack](/materials), may be the better plan.

## What the model leaves out

A formula with six inputs leaves out a lot. These are the four that matter most, with figures you can check.

### The hands that feed the machine

The EcoMat 1000 runs 30 boxes an hour with one person who opens, trims and feeds. A thousand boxes a month are 33 hours. At an example wage of $22 that is $733 a month, most of the $900 a month that example one counts as labor saved. If someone is there anyway, between two other tasks, the hours cost less. If you have to hire, they cost all of it.

### Wear

A [set of discs](/products/disc-set-ecomat-1000) costs $468 and lasts about 800 hours on board without staples. At 33 hours a month, that is two years, or about two cents per box.

### Electricity

25 Wh per box, a thousand boxes: 25 kWh a month. At an example price of 20 cents, that is $5, too little to matter.

### Enough boxes

The model assumes that you have the board. If 300 boxes a month come in and you pack 1,000 parcels, you cannot replace 65% of anything. Count first; [how to size a machine](/blog/right-sizing-a-machine) shows a way to do it in a week.

## What about carbon?

The calculator counts 0.45 kg CO2e for each unit saved. With 1,000 units a month and 65%, that is 7,800 units and 3,510 kg a year. The factor is ours and unverified. Use it to compare two scenarios in the same form; do not print it in a report.

## A fair way to use it

Fill in the form twice: once with what you believe, once with half the material cost and twice the feeding time. If both say yes, buy. If they disagree, spend ten dollars on [trial mats](/products/ecomat-trial-mats) and a week with a stopwatch. And if both say no, you have saved $12,500, which is the best payback on this page.
`,
}
