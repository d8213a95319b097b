const STEPS = ['File', 'Columns', 'Check', 'Import'] as const
export type ImportStep = (typeof STEPS)[number]

/** Progress of an import: four steps in one strip. */
export function ImportStrip({ step, isOver = false }: { step: ImportStep; isOver?: boolean }) {
  const at = STEPS.indexOf(step)
  return (
    <ol className="import-strip" aria-label="Steps of an import">
      {STEPS.map((name, index) => {
        const isDone = index < at || (isOver && index === at)
        return (
          <li key={name} aria-current={index === at ? 'step' : undefined} data-done={isDone || undefined}>
            <span aria-hidden="true">{isDone ? '✓' : index + 1}</span>
            {name}
            {isDone && <span className="sr-only">, done</span>}
          </li>
        )
      })}
    </ol>
  )
}
