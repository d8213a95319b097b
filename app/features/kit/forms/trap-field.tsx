/** The name of the field in a body. */
export const TRAP = 'website'

/** A field for robots: people neither see nor reach it, and what fills it in is not stored. */
export function TrapField() {
  return (
    <div aria-hidden="true" className="absolute left-[-9999px] size-px overflow-hidden">
      <label>
        Leave this empty
        <input type="text" name={TRAP} tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
