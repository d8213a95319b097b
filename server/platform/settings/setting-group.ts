import type { SentSetting, SettingGroup, SettingValue } from '#contract/platform/settings.ts'
import type { Market } from '#domain/market.ts'
import type { Actor } from '#server/platform/http/actor.ts'

/** A group of settings: what is stored of it, and how that is presented, changed and guarded. */
interface Definition<Stored extends object, Value, Sent> {
  /** Values until the group is first saved. A member that a saved group does not have yet has its own. */
  initial: Stored
  /** True, or the members of which it is: changing them requires step-up, since they redirect money or shorten records. */
  needsStepUp: boolean | readonly (keyof Stored)[]
  present: (stored: Stored) => Value
  /** Returns the group as it is stored after a change; what an older client does not send stays unchanged. */
  store: (sent: Sent, kept: Stored) => Stored
  /** Refuses a value that the shop cannot have now, each at its field. */
  check?: (sent: Sent, shop: { markets: readonly Market[]; chargesCards: boolean }) => void
  /** Refuses super admins who may not make this change; nobody else changes settings. */
  checkActor?: (changed: Partial<Stored>, actor: Actor) => void
}

/** Definition of a group that is stored in other members than the contract has. */
export type GroupOf<Name extends SettingGroup, Stored extends object> = Definition<Stored, SettingValue<Name>, SentSetting<Name>>

type Changes<Stored> = { readonly [Member in keyof Stored]?: Stored[Member] | undefined }
type PlainDefinition<Stored extends object> = Definition<Stored, Stored, Changes<Stored>>

/** Defines a group that is stored as it is presented. */
export const plainGroup = <Stored extends object>(group: Omit<PlainDefinition<Stored>, 'present' | 'store'>): PlainDefinition<Stored> => ({
  ...group,
  present: (stored) => stored,
  store: (sent, kept) => {
    const value = { ...group.initial }
    for (const member in group.initial) value[member] = sent[member] === undefined ? kept[member] : sent[member]
    return value
  },
})
