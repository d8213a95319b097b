import type { SavedImpact } from '#contract/impact/impact.ts'
import { DISCLAIMERS, explainImpact } from '#domain/explain-impact.ts'
import { CARBON_KG_PER_UNIT } from '#domain/impact.ts'
import {
  capacityVerdict,
  exactMoney,
  modelRows,
  oneDecimal,
  onePercent,
  paybackText,
  plainNumber,
  wholeMoney,
  wholeUnits,
} from '#domain/impact-text.ts'
import { formatLongDate } from '#domain/text.ts'
import { createPdf, type PdfWriter } from '#server/platform/vendors/pdf.ts'

/** The shop's name and address on a report. */
interface Publisher {
  shopName: string
  publicUrl: string
}

function inputRows({ inputs, currency }: SavedImpact): string[][] {
  const money = (amount: number) => (Number.isInteger(amount) ? wholeMoney(amount, currency) : exactMoney(amount, currency))
  return [
    ['Current material cost per month', money(inputs.currentMaterialCost)],
    ['Monthly volume', `${plainNumber(inputs.monthlyVolume)} units`],
    ['Waste percentage', `${plainNumber(inputs.wastePercentage)}%`],
    ['Shipping cost per month', money(inputs.shippingCost)],
    ['Labor cost per month', money(inputs.laborCost)],
    ['Operating days per month', plainNumber(inputs.operatingDays)],
    ['Electricity price per kWh', inputs.energyTariff === null ? 'Not given' : exactMoney(inputs.energyTariff, currency)],
  ]
}

function machineRows({ machine, currency, createdAt }: SavedImpact): string[][] {
  return [
    [`Price on ${formatLongDate(new Date(createdAt))}`, exactMoney(machine.price, currency)],
    ...modelRows(machine).map(({ label, value }) => [label, value]),
  ]
}

function writeFinancial(page: PdfWriter, { result, currency }: SavedImpact): void {
  const money = (amount: number) => wholeMoney(amount, currency)
  page.heading(2, 'Financial impact')
  page.table({
    caption: 'Annual savings',
    columns: [
      { title: 'Savings', share: 3 },
      { title: 'Amount', share: 1, align: 'right' },
    ],
    rows: [
      ['Material savings', money(result.materialSavings)],
      ['Shipping savings', money(result.shippingSavings)],
      ['Labor savings', money(result.laborSavings)],
      ['Annual savings', money(result.annualSavings)],
    ],
    strong: [3],
  })
  const { low, likely, high } = result.band
  page.table({
    caption: 'Low, likely and high case: savings 30% lower, as calculated, and 15% higher',
    columns: [
      { title: 'Case', share: 2 },
      { title: 'Annual savings', share: 2, align: 'right' },
      { title: 'Payback', share: 2, align: 'right' },
      { title: 'First-year ROI', share: 2, align: 'right' },
    ],
    rows: Object.entries({ Low: low, Likely: likely, High: high }).map(([name, each]) => [
      name,
      money(each.annualSavings),
      paybackText(each.paybackPeriod),
      onePercent(each.roiPercentage),
    ]),
    strong: [1],
  })
}

function writeEnvironment(page: PdfWriter, { result }: SavedImpact): void {
  page.heading(2, 'Environmental impact')
  page.table({
    caption: 'Material and carbon',
    columns: [
      { title: 'Figure', share: 3 },
      { title: 'Amount', share: 2, align: 'right' },
    ],
    rows: [
      ['Packaging material saved', `${wholeUnits(result.packagingMaterialSaved)} units a year`],
      [`Carbon footprint reduction, ${CARBON_KG_PER_UNIT} kg a unit`, `${oneDecimal(result.carbonFootprintReduction)} kg CO2e a year`],
      ['Waste reduction', onePercent(result.wasteReduction)],
      ['Units wasted today', `${wholeUnits(result.wastedUnits)} a month`],
      ['Efficiency', onePercent(result.efficiency)],
    ],
  })
}

function writeOperation(page: PdfWriter, { result, machine, currency }: SavedImpact): void {
  const { hoursPerDay, energy } = result
  page.heading(2, 'Capacity and electricity')
  page.text(
    hoursPerDay === null
      ? `${capacityVerdict(null).text}.`
      : `At this volume, the machine runs ${oneDecimal(hoursPerDay)} hours per operating day. ${capacityVerdict(hoursPerDay).text}.`,
  )
  if (energy)
    page.text(
      `At ${plainNumber(machine.energyUsage)} kW, it uses ${oneDecimal(energy.kilowattHours)} kWh per month${
        energy.cost === null ? '' : `, which costs ${exactMoney(energy.cost, currency)}`
      }. The savings above do not include electricity.`,
    )
}

function writeFormulas(page: PdfWriter, saved: SavedImpact): void {
  page.heading(2, 'Calculation of each figure')
  page.table({
    caption: `Formulas of model ${saved.model}, with the numbers filled in`,
    columns: [
      { title: 'Figure', share: 2.1 },
      { title: 'Formula and numbers', share: 4.6 },
      { title: 'Result', share: 2, align: 'right' },
    ],
    rows: explainImpact(saved).map(({ name, formula, numbers, result }) => [name, `${formula}\n= ${numbers}`, result]),
  })
}

function writeWhole(page: PdfWriter, saved: SavedImpact, { publicUrl }: Publisher): void {
  const { result, currency, machine } = saved
  const date = formatLongDate(new Date(saved.createdAt))
  page.heading(1, `Impact report: ${machine.name}`)
  page.text(`Model estimate from your inputs. Model ${saved.model}, ${date}, amounts in ${currency}.`, 'lead')
  page.figures([
    { figure: wholeMoney(result.annualSavings, currency), label: 'annual savings, likely case' },
    { figure: paybackText(result.paybackPeriod), label: 'payback period' },
    { figure: onePercent(result.roiPercentage), label: 'First-year ROI' },
  ])
  page.heading(2, 'Your inputs')
  const pair = (first: string, second: string) => [
    { title: first, share: 3 },
    { title: second, share: 2, align: 'right' as const },
  ]
  page.table({ caption: 'Inputs of this calculation', columns: pair('Input', 'Value'), rows: inputRows(saved) })
  page.table({ caption: `The machine: ${machine.name}`, columns: pair('Property', 'Value'), rows: machineRows(saved) })
  writeFinancial(page, saved)
  writeEnvironment(page, saved)
  writeOperation(page, saved)
  writeFormulas(page, saved)
  page.heading(2, 'About these figures')
  page.list(DISCLAIMERS)
  page.link('View this result online: ', `${publicUrl}/impact-calculator/r/${saved.key}`, `${publicUrl}/impact-calculator/r/${saved.key}`)
  page.link('How we count, and the sources of our figures: ', `${publicUrl}/claims`, `${publicUrl}/claims`)
}

/** Writes a saved result as a tagged PDF. The same result always gives the same text. */
export function writeReport(saved: SavedImpact, publisher: Publisher): Promise<Buffer> {
  const facts = {
    title: `Impact report: ${saved.machine.name}`,
    subject: `Estimated savings with ${saved.machine.name}, model ${saved.model}, ${formatLongDate(new Date(saved.createdAt))}.`,
    author: publisher.shopName,
    createdAt: new Date(saved.createdAt),
  }
  return createPdf(facts, (page) => writeWhole(page, saved, publisher))
}
