const POINTS = [
  {
    title: 'Material efficiency',
    text: 'A machine turns used cardboard into packing material that replaces part of what you buy. That share is its material reduction: 60% to 72% for the machines we list first.',
  },
  {
    title: 'Shipping savings',
    text: "The same share applies to shipping: what you make at the packing station doesn't have to be delivered to you.",
  },
  {
    title: 'ROI analysis',
    text: "One year's savings against the price of the machine: the payback period in months, the first-year return, and a low and a high case.",
  },
  {
    title: 'Environmental impact',
    text: "The packaging that doesn't have to be made, the waste that becomes packing material, and the carbon that the calculator estimates for it.",
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
        alt="A benchtop machine takes in used cardboard and puts out a slit mat"
        loading="lazy"
        className="w-full fold-t bg-kraft-print"
      />
    </section>
  )
}
