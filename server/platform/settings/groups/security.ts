import { DEFAULT_SECURITY, type SecurityRules } from '#domain/second-factor.ts'
import { refuse } from '#server/platform/http/refusal.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

/** Rules of signing in. Nobody requires a second factor of others without having one. */
export const security = plainGroup<SecurityRules>({
  initial: DEFAULT_SECURITY,
  needsStepUp: true,
  checkActor: ({ staffSecondFactor, sellerSecondFactor }, { hasSecondFactor }) => {
    if ((staffSecondFactor || sellerSecondFactor) && !hasSecondFactor) refuse('second_factor_required')
  },
})
