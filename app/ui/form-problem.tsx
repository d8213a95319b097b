/** Marks the sentence above a form, for the focus when no field is at fault. */
export const PROBLEM = 'data-problem'

/** Why a form was refused, above its fields. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" tabIndex={-1} {...{ [PROBLEM]: '' }} className="notice bad">
      {text}
    </p>
  )
}
