import * as z from 'zod/mini'
import { Day, text } from '#contract/common.ts'
import { endpoint } from '#contract/endpoint.ts'
import { MAX_PAUSE_TEXT } from '#domain/pause.ts'
import { Business, Pause } from './applications.ts'
import { ProfileBody } from './business-form.ts'

const own = ['business_admin'] as const

/** First and last day of a pause; both null end it, or take back one that has not begun. */
export const PauseBody = z.object({ from: z.nullable(Day), to: z.nullable(Day), text: z._default(text(MAX_PAUSE_TEXT), '') })
export type PauseBody = z.output<typeof PauseBody>

/** Pause of a business; `pause` is null where none was named, or it is over. */
export const OwnPause = z.object({
  pause: z.nullable(Pause),
  /** Its products cannot be ordered today. */
  isPaused: z.boolean(),
  /** Sentence that its buyers read on those days; null without a pause. */
  shownText: z.nullable(z.string()),
})
export type OwnPause = z.output<typeof OwnPause>

export const businessProfile = {
  profile: endpoint({
    method: 'GET',
    path: '/api/business/profile',
    access: own,
    summary: "The caller's own business; its tax number only for owners.",
    response: Business,
  }),
  updateProfile: endpoint({
    method: 'PUT',
    path: '/api/business/profile',
    invalidates: true,
    access: own,
    members: 'owner',
    summary: "Changes the caller's own business; `logo` is a picture of at most 2 MB. Statuses stay as they are.",
    body: ProfileBody,
    response: Business,
    files: { logo: 1 },
  }),
  confirmProfile: endpoint({
    method: 'POST',
    path: '/api/business/profile/confirmation',
    access: own,
    members: 'owner',
    summary:
      "Confirms that the details of the caller's business are still correct, as sellers with many sales in the United States do each year.",
    response: Business,
  }),
  pause: endpoint({
    method: 'GET',
    path: '/api/business/pause',
    access: own,
    summary: "Days on which the caller's business takes no orders.",
    response: OwnPause,
  }),
  setPause: endpoint({
    method: 'PUT',
    path: '/api/business/pause',
    invalidates: true,
    access: own,
    summary:
      "Names the days on which products of the caller's business are shown but cannot be ordered, first and last; open orders go on. The pause ends by itself.",
    body: PauseBody,
    response: OwnPause,
  }),
}
