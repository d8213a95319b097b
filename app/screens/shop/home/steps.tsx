const STEPS = [
  {
    scene: 'step-box',
    title: 'A used box',
    text: 'Flatten what arrives in your receiving area: single and double wall, printed or plain. Remove tape and staples.',
  },
  {
    scene: 'step-machine',
    title: 'Through the machine',
    text: 'Rotary cutters slit the board and, on a mat maker, expand it. No water, no glue, no heat.',
  },
  {
    scene: 'step-mat',
    title: 'Packing material',
    text: "Mats wrap and cushion, chips fill the void. What's left over is recycled with paper, as before.",
  },
]

/** Three drawings: from box to mat. */
export function Steps() {
  return (
    <section aria-labelledby="steps" className="mt-14">
      <h2 id="steps" className="mb-5">
        How a box becomes a mat
      </h2>
      <ol className="frame grid grid-cols-[repeat(3,1fr)] max-md:grid-cols-[1fr]">
        {STEPS.map(({ scene, title, text }, index) => (
          <li key={scene} className="not-first:fold-l max-md:not-first:border-l-0 max-md:not-first:fold-t">
            <img src={`/drawings/scenes/${scene}.svg`} width={800} height={600} alt="" loading="lazy" className="w-full" />
            <div className="p-5">
              <h3>
                {index + 1}. {title}
              </h3>
              <p className="mt-2 text-ink-2">{text}</p>
            </div>
          </li>
        ))}
      </ol>
    </section>
  )
}
