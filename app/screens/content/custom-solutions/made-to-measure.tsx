const CUSTOM_PRODUCTS = [
  {
    scene: 'mat-stack',
    title: 'Mats, cut to size',
    text: 'Slit mats in the width and length of your box, flat in a stack or on a roll. One mat per parcel, nothing to tear off.',
  },
  {
    scene: 'wrap-sleeve',
    title: 'Wrap sleeves',
    text: 'Sleeves that your product slides into: bottles, lamps, tubes. Cut to its girth, in one or two layers.',
  },
  {
    scene: 'edge-protector',
    title: 'Edge protectors',
    text: 'Angles for frames, glass and furniture, cut to the length of your edges and strong enough for your straps.',
  },
  {
    scene: 'conveyor',
    title: 'A line for your own boxes',
    text: 'For when you have more used cardboard than you can pack with: a mat or chip maker with the infeed, table and conveyor that fit your space.',
  },
]

const STEPS = [
  {
    title: 'You send the request',
    text: "Size, weight and number of what you pack. It takes three minutes, it's free, and you don't commit to anything.",
  },
  {
    title: 'We reply within one business day',
    text: 'With questions or a proposal: material, size, price for your volume and delivery date.',
  },
  {
    title: 'You decide',
    text: 'You order when the proposal suits you. The producers who sell here make your packaging from used cardboard.',
  },
]

/** Custom products and the steps to get one. */
export function MadeToMeasure() {
  return (
    <>
      <section aria-labelledby="made-title" className="mt-12">
        <h2 id="made-title" className="mb-5">
          What we make to measure
        </h2>
        <ul className="grid gap-5 grid-cols-[repeat(auto-fill,minmax(min(264px,100%),1fr))]">
          {CUSTOM_PRODUCTS.map(({ scene, title, text }) => (
            <li key={scene} className="panel grid">
              <div>
                <img src={`/drawings/scenes/${scene}.svg`} width={800} height={600} alt="" loading="lazy" className="w-full" />
                <div className="p-5">
                  <h3>{title}</h3>
                  <p className="mt-2 text-ink-2">{text}</p>
                </div>
              </div>
            </li>
          ))}
        </ul>
      </section>
      <section aria-labelledby="steps-title" className="mt-12">
        <h2 id="steps-title" className="mb-5">
          How it works
        </h2>
        <ol className="frame grid grid-cols-[repeat(3,1fr)] max-md:grid-cols-[1fr]">
          {STEPS.map(({ title, text }, index) => (
            <li key={title} className="p-5 md:p-6 not-first:fold-l max-md:not-first:border-l-0 max-md:not-first:fold-t">
              <h3>
                {index + 1}. {title}
              </h3>
              <p className="mt-2 text-ink-2">{text}</p>
            </li>
          ))}
        </ol>
      </section>
    </>
  )
}
