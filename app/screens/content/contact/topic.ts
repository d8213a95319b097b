const TOPICS = ['contact', 'consultation', 'quote'] as const

/** Topic of a message. */
export type Topic = (typeof TOPICS)[number]

/** The topic of an address; any other word is a plain message. */
export function topicOf(value: string | null): Topic {
  return TOPICS.find((topic) => topic === value) ?? 'contact'
}
