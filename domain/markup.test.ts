import { expect, test } from 'vitest'
import { escapeMarkup } from './markup.ts'

test('nothing of a text is markup, and what XML cannot have is left out', () => {
  expect(escapeMarkup(`<b title="x" id='y'>&amp;</b>`)).toBe('&lt;b title=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;&lt;/b&gt;')
  expect(escapeMarkup('a\u0000b\u000bc\ud800d\uffffe')).toBe('abcde')
  expect(escapeMarkup('Kühl 30 × 40, 📦\n\tzwei')).toBe('Kühl 30 × 40, 📦\n\tzwei')
})
