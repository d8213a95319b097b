import { LISTED_STATE_LABELS } from '#contract/sellers/register-list.ts'
import type { StaffProducerRegistration } from '#contract/sellers/registers.ts'

type State = StaffProducerRegistration['state']

const TONES: Readonly<Record<State, string>> = {
  valid: 'ok',
  ending: 'warn',
  renewed: 'warn',
  unconfirmed: 'warn',
  future: 'idle',
  ended: 'bad',
  missing: 'bad',
}

/** State of a register number as a colored word. */
export const RegisterState = ({ state }: { state: State }) => <span className={`status ${TONES[state]}`}>{LISTED_STATE_LABELS[state]}</span>
