const POINTS = [
  {
    title: 'Material efficiency',
    text: 'A machine turns used board into packing and replaces a share of what you buy: its material reduction, 60% to 72% for the machines we list first.',
  },
  {
    title: 'Shipping savings',
    text: 'The same share counts for shipping: what you make at the packing station needs no delivery to you.',
  },
  {
    title: 'ROI analysis',
    text: 'All savings of a year against the price of the machine: the payback period in months, the return of the first year, and a low and a high case around it.',
  },
  {
    title: 'Environmental impact',
    text: 'The packaging that need not be made, the waste that becomes packing, and the carbon that the calculator counts for it.',
  },
]

/** Shown in place of the result before there is one (S170). */
export function HowItWorks() {
  return (
    <section className="frame" aria-labelledby="how-it-works">
      <h2 id="how-it-works" className="px-6 pt-6">
        How It Works
      </h2>
      <ol className="grid grid-cols-[repeat(auto-fit,minmax(min(280px,100%),1fr))] gap-x-7 gap-y-5 px-6 pt-5 pb-6.5">
        {POINTS.map(({ title, text }, index) => (
          <li key={title} className="grid grid-cols-[2.2rem_1fr]">
            <span aria-hidden="true" className="impact-figure text-blue">
              {index + 1}
            </span>
            <div>
              <h3>{title}</h3>
              <p className="mt-1 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
      <img
        src="/drawings/scenes/step-machine.svg"
        width={800}
        height={600}
        alt="A benchtop machine takes in a used board and lets out a slit mat"
        loading="lazy"
        className="w-full fold-t bg-kraft-print"
      />
    </section>
  )
}
