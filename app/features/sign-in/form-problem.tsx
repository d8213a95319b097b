/** The sentence above a form that was refused. */
export function FormProblem({ text }: { text: string | undefined }) {
  if (!text) return null
  return (
    <p role="alert" className="notice bad">
      {text}
    </p>
  )
}
