/** Says to staff which sellers take no orders now: they may go on. */
export function Pauses({ texts }: { texts: readonly string[] }) {
  if (texts.length === 0) return null
  return (
    <div role="status" className="notice">
      {texts.map((text) => (
        <p key={text}>{text}</p>
      ))}
      <p>Buyers can't order until then. You can, if the seller agrees.</p>
    </div>
  )
}
