const BENEFITS = [
  {
    title: 'Eco-friendly',
    text: 'A used box becomes packing where it was emptied. Nothing new is made for it, and it goes into the paper bin after its second trip.',
  },
  { title: 'Cost effective', claim: '60-85% savings', text: 'on bought packing material, with cardboard that you already have.' },
  {
    title: 'Custom protection',
    text: 'Mats cut to the length of the parcel, chips poured to its volume: as much as the goods need, and no more.',
  },
  {
    title: 'Quick return on investment',
    claim: '6-12 months',
    text: 'until a machine has paid for itself in a packing room that is busy every day.',
  },
] as const

const IMPACT = [
  { figure: '17 trees', text: 'kept standing' },
  { figure: '70%', text: 'carbon reduction' },
  { figure: '7K gallons', text: 'of water' },
]

/** Why at all: the four benefits, and what a ton of cardboard spares. Figures without a source yet say so (S68-S73, D1, D3). */
export function Reasons() {
  return (
    <section aria-labelledby="reasons" className="mt-14">
      <h2 id="reasons" className="mb-5">
        Why pack with used cardboard
      </h2>
      <ul className="reasons">
        {BENEFITS.map((benefit) => (
          <li key={benefit.title}>
            <h3>{benefit.title}</h3>
            <p className="mt-2 text-ink-2">
              {'claim' in benefit && (
                <>
                  <b className="text-ink">{benefit.claim}</b>*{' '}
                </>
              )}
              {benefit.text}
            </p>
          </li>
        ))}
      </ul>
      <div className="frame mt-6">
        <h3 className="px-6 pt-5">Per ton of cardboard kept in use</h3>
        <dl className="impact-strip">
          {IMPACT.map(({ figure, text }) => (
            <div key={figure}>
              <dd className="font-display text-2xl leading-snug font-display">{figure}*</dd>
              <dt className="text-ink-2">{text}</dt>
            </div>
          ))}
        </dl>
      </div>
      <p className="mt-2 text-sm text-ink-3">* Illustrative figure</p>
    </section>
  )
}
