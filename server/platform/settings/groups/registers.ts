import { countryInText, countryNameOf } from '#domain/country-name.ts'
import { DEFAULT_MODES, modeOf, REGISTER_RULES, type RuleMode, ruleOf } from '#domain/producer-registers.ts'
import { refuseField } from '#server/platform/http/refusal.ts'
import { plainGroup } from '#server/platform/settings/setting-group.ts'

type RegisterSettings = { modes: RuleMode[] }

/** Modes of the rules of producer registers, each once; a rule that the stored group does not name has the mode of a new shop. */
export const registers = {
  ...plainGroup<RegisterSettings>({
    initial: { modes: [...DEFAULT_MODES] },
    needsStepUp: true,
    check: ({ modes = [] }) => {
      const seen = new Set<string>()
      for (const [at, { country, stream }] of modes.entries()) {
        if (!ruleOf(country, stream))
          refuseField(`registers.modes.${at}.country`, `There is no rule for ${stream} in ${countryInText(country)}`)
        if (seen.has(`${country} ${stream}`)) refuseField(`registers.modes.${at}.country`, `${countryNameOf(country)} is listed twice`)
        seen.add(`${country} ${stream}`)
      }
    },
  }),
  store: ({ modes = [] }: Partial<RegisterSettings>, kept: RegisterSettings): RegisterSettings => {
    const isSent = ({ country, stream }: RuleMode) => modes.some((one) => one.country === country && one.stream === stream)
    return { modes: [...modes, ...kept.modes.filter((rule) => !isSent(rule))] }
  },
  present: ({ modes }: RegisterSettings): RegisterSettings => ({
    modes: REGISTER_RULES.map(({ country, stream }) => ({ country, stream, mode: modeOf(modes, { country, stream }) })),
  }),
}
