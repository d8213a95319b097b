import type { PageSection } from '#content/written-page.ts'
import { formatLongDay, formatTime, pluralize, zoneName } from '#domain/text.ts'
import { greeting } from './mail-phrases.ts'
import type { WriteText } from './mail-text.ts'
import type { Facts } from './read-facts.ts'

/** The notifications by day, each a link with its time. */
function daysOf(entries: readonly Facts[], timeZone: string): PageSection[] {
  const days = Map.groupBy(entries, (entry) => formatLongDay(new Date(entry.line('at')), timeZone))
  return [...days].map(([title, own]) => ({
    id: title,
    title,
    blocks: [
      {
        links: own.flatMap((entry) => {
          const to = entry.link('href')
          return to ? [{ to, label: `${formatTime(new Date(entry.line('at')), timeZone)}: ${entry.line('subject')}` }] : []
        }),
      },
    ],
  }))
}

/** The email with the notifications of a day. */
export const digestTexts = {
  'daily-digest': (facts, { publicUrl, shop }) => {
    const timeZone = facts.line('timeZone') || shop.timeZone
    const entries = facts.list('entries')
    const total = Number(facts.line('total'))
    const more = total - entries.length
    const choose = { to: `${publicUrl}/account/notifications/choices`, label: 'Choose what we email you' }
    return {
      subject: `${pluralize(total, 'new notification')} from ${shop.name}`,
      heading: pluralize(total, 'new notification'),
      paragraphs: [greeting(facts), "Here's what has come in since your last daily email."],
      sections: [
        ...daysOf(entries, timeZone),
        ...(more > 0
          ? [
              {
                id: 'more',
                title: `${more} more`,
                blocks: [{ links: [{ to: `${publicUrl}/account/notifications`, label: 'View all notifications' }] }],
              },
            ]
          : []),
        {
          id: 'choices',
          title: 'Your daily email',
          blocks: [`You get this email at 7:00 AM (${zoneName(timeZone)}) on days with news, because you chose it.`, { links: [choose] }],
        },
      ],
    }
  },
} satisfies Readonly<Record<string, WriteText>>
