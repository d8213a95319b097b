import { Link } from 'react-router'
import { DISCLAIMERS, DRIVERS, explainImpact } from '#domain/explain-impact.ts'
import { CARBON_KG_PER_UNIT } from '#domain/impact.ts'
import { capacityVerdict, exactMoney, oneDecimal, onePercent, paybackText, wholeMoney, wholeUnits } from '#domain/impact-text.ts'
import { BandChart } from './band-chart.tsx'
import type { Calculation } from './calculation.ts'

function Figure({ label, value, note }: { label: string; value: string; note?: string }) {
  return (
    <div className="grid row-span-2 grid-rows-[subgrid] gap-0.5">
      <dt className="self-end text-ink-2">{label}</dt>
      <dd>
        <span className="impact-figure">{value}</span>
        {note && <span className="block text-sm text-ink-2">{note}</span>}
      </dd>
    </div>
  )
}

const SAVINGS = [
  { name: 'Material savings', key: 'materialSavings' },
  { name: 'Shipping savings', key: 'shippingSavings' },
  { name: 'Labor savings', key: 'laborSavings' },
] as const

/** The three savings as one bar, with their names and amounts below. */
function SavingsBar({ result, currency }: Calculation) {
  const savings = SAVINGS.map(({ name, key }) => ({ name, amount: result[key] }))
  return (
    <div className="px-5 pb-5">
      {result.annualSavings > 0 && (
        <div className="flex h-6.5 border-2 border-ink print:h-4" aria-hidden="true">
          {savings.map(({ name, amount }, index) => (
            <span
              key={name}
              className="basis-0 not-first:border-l-2 not-first:border-ink"
              data-part={index}
              style={{ flexGrow: Math.max(0, amount) / result.annualSavings }}
            />
          ))}
        </div>
      )}
      <dl className="savings-parts grid grid-cols-[repeat(auto-fit,minmax(min(150px,100%),1fr))] gap-x-5 gap-y-2 mt-3">
        {savings.map(({ name, amount }, index) => (
          <div key={name}>
            <dt className="text-ink-2">
              <i className="inline-block size-3 mr-2 border-[1.5px] border-ink" data-part={index} aria-hidden="true" />
              {name}
            </dt>
            <dd className="font-strong">{wholeMoney(amount, currency)}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}

function BandTable({ result: { band }, currency }: Calculation) {
  return (
    <div>
      <table className="impact-table w-full text-right">
        <caption className="px-5 pt-2.5 pb-2 text-ink-2 text-left">
          Low, likely and high: savings 30% lower, as calculated, 15% higher
        </caption>
        <thead>
          <tr>
            <th scope="col">Case</th>
            <th scope="col">Annual savings</th>
            <th scope="col">Payback</th>
            <th scope="col">First-year ROI</th>
          </tr>
        </thead>
        <tbody>
          {(['low', 'likely', 'high'] as const).map((name) => (
            <tr key={name} data-likely={name === 'likely' || undefined}>
              <th scope="row" className="capitalize">
                {name}
              </th>
              <td>{wholeMoney(band[name].annualSavings, currency)}</td>
              <td>{paybackText(band[name].paybackPeriod)}</td>
              <td>{onePercent(band[name].roiPercentage)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Financial(calculation: Calculation) {
  const { result, machine, currency } = calculation
  return (
    <section className="frame" aria-labelledby="financial">
      <h3 id="financial" className="px-5 pt-4.5 text-xl print:pt-2.5 print:text-[12pt]">
        Financial Impact
      </h3>
      <dl className="impact-figures">
        <Figure label="Annual savings" value={wholeMoney(result.annualSavings, currency)} />
        <Figure label="Payback period" value={paybackText(result.paybackPeriod)} />
        <Figure
          label="First-year ROI"
          value={onePercent(result.roiPercentage)}
          note={`on a price of ${wholeMoney(machine.price, currency)}`}
        />
      </dl>
      <SavingsBar {...calculation} />
      <div className="fold-t">
        <BandChart band={result.band} price={machine.price} currency={currency} />
        <BandTable {...calculation} />
      </div>
    </section>
  )
}

function Environmental({ result }: Calculation) {
  return (
    <section className="frame" aria-labelledby="environmental">
      <h3 id="environmental" className="px-5 pt-4.5 text-xl print:pt-2.5 print:text-[12pt]">
        Environmental Impact
      </h3>
      <dl className="impact-figures">
        <Figure label="Packaging material saved" value={wholeUnits(result.packagingMaterialSaved)} note="units a year" />
        <Figure
          label="Carbon footprint reduction"
          value={oneDecimal(result.carbonFootprintReduction)}
          note={`kg CO2e a year, at ${CARBON_KG_PER_UNIT} kg per unit (unverified factor)`}
        />
        <Figure
          label="Waste reduction"
          value={onePercent(result.wasteReduction)}
          note={result.wastedUnits > 0 ? `of the ${wholeUnits(result.wastedUnits)} units wasted a month` : 'nothing is wasted now'}
        />
        <Figure label="Efficiency" value={onePercent(result.efficiency)} note="of the machine" />
      </dl>
    </section>
  )
}

function Operation({ result: { hoursPerDay, energy }, machine, tariff, currency }: Calculation) {
  const verdict = capacityVerdict(hoursPerDay)
  return (
    <section className="frame" aria-labelledby="operation">
      <h3 id="operation" className="px-5 pt-4.5 text-xl print:pt-2.5 print:text-[12pt]">
        Capacity and electricity
      </h3>
      <dl className="impact-figures">
        <div className="grid row-span-2 grid-rows-[subgrid] gap-0.5">
          <dt className="self-end text-ink-2">Running time on an operating day</dt>
          <dd>
            <span className="impact-figure">{hoursPerDay === null ? 'Not known' : `${oneDecimal(hoursPerDay)} h`}</span>
            <span className={`status ${verdict.tone} text-sm whitespace-normal`}>{verdict.text}</span>
          </dd>
        </div>
        {energy && (
          <Figure
            label="Electricity"
            value={`${oneDecimal(energy.kilowattHours)} kWh`}
            note={`a month, at ${machine.energyUsage} kW${
              energy.cost === null || tariff === null
                ? '; enter a price to see the cost'
                : `: ${exactMoney(energy.cost, currency)} a month, not included above`
            }`}
          />
        )}
      </dl>
    </section>
  )
}

function Background(calculation: Calculation) {
  return (
    <div className="frame impact-details">
      <details className="not-first:fold-t">
        <summary className="min-h-13 px-5 py-3.5 font-semibold hover:bg-blue-tint">How every figure was calculated</summary>
        <div>
          <table className="impact-table is-text w-full text-right">
            <caption className="px-5 pt-2.5 pb-2 text-ink-2 text-left">The formulas of model spec-1 with your numbers</caption>
            <thead>
              <tr>
                <th scope="col">Figure</th>
                <th scope="col">Formula</th>
                <th scope="col">Result</th>
              </tr>
            </thead>
            <tbody>
              {explainImpact(calculation).map(({ name, formula, numbers, result }) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td>
                    <span className="block text-ink-2">{formula}</span>= {numbers}
                  </td>
                  <td>{result}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
      <details className="not-first:fold-t">
        <summary className="min-h-13 px-5 py-3.5 font-semibold hover:bg-blue-tint">Which inputs drive which result</summary>
        <div>
          <table className="impact-table is-text w-full text-right">
            <caption className="px-5 pt-2.5 pb-2 text-ink-2 text-left">
              In addition to the values of the machine, which affect every result
            </caption>
            <thead>
              <tr>
                <th scope="col">Result</th>
                <th scope="col">Depends on</th>
              </tr>
            </thead>
            <tbody>
              {DRIVERS.map(({ result, inputs }) => (
                <tr key={result}>
                  <th scope="row">{result}</th>
                  <td>{inputs}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </details>
    </div>
  )
}

/** All results of a calculation, in cards; the same on the calculator, on a shared result and in print. */
export function ImpactResults({ calculation }: { calculation: Calculation }) {
  return (
    <div className="impact-results">
      <Financial {...calculation} />
      <Environmental {...calculation} />
      <Operation {...calculation} />
      <Background {...calculation} />
      <div className="text-sm text-ink-2">
        {DISCLAIMERS.map((sentence) => (
          <p key={sentence} className="mt-2 first:mt-0">
            {sentence}
          </p>
        ))}
        <p className="mt-2">
          <Link to="/claims">How we count</Link>, and what the figures on our pages are based on.
        </p>
      </div>
    </div>
  )
}
