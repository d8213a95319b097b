const TOPICS = ['contact', 'consultation', 'quote'] as const

/** What a message is about. */
export type Topic = (typeof TOPICS)[number]

/** The topic of an address; any other word is a plain message. */
export function topicOf(value: string | null): Topic {
  return TOPICS.find((topic) => topic === value) ?? 'contact'
}
