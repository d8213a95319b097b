import './pages.css'
import { Link } from 'react-router'
import { pageMeta } from '#app/lib/meta.ts'
import type { Route } from './+types/resources'

export const meta: Route.MetaFunction = () =>
  pageMeta({
    title: 'Resource Center',
    description: 'Articles, answers, the impact calculator, success stories, a glossary, a buyer’s guide and technical documentation.',
    canonical: '/resources',
  })

interface Way {
  to: string
  title: string
  text: string
  scene: string
}

/** Resources (S144), in the order in which a buyer needs them. */
const WAYS: readonly Way[] = [
  {
    to: '/buyers-guide',
    title: "Buyer's Guide",
    text: 'Seven questions before you buy, and the machines that fit your answers.',
    scene: 'mat-maker',
  },
  {
    to: '/impact-calculator',
    title: 'Impact Calculator',
    text: 'Savings, payback and carbon from your own numbers.',
    scene: 'control-panel',
  },
  { to: '/case-studies', title: 'Success Stories', text: 'Worked examples of packing with used cardboard.', scene: 'taped-box' },
  { to: '/blog', title: 'Blog', text: 'Articles on board, machines, packing and the rules around them.', scene: 'flat-board' },
  { to: '/faq', title: 'FAQ', text: 'Warranty, returns, discounts, shipping, payment: short answers.', scene: 'void-fill-strips' },
  { to: '/glossary', title: 'Glossary', text: 'From bale to void fill: thirty industry terms.', scene: 'edge-protector' },
  { to: '/contact', title: 'Contact', text: 'Ask us about your boxes, your room and your products.', scene: 'tool-kit' },
]

function WayCard({ way: { to, title, text, scene }, tag }: { way: Way; tag?: string }) {
  return (
    <div className="way">
      <img
        className="w-full border-b-[1.5px] border-line"
        src={`/drawings/scenes/${scene}.svg`}
        width={800}
        height={600}
        alt=""
        loading="lazy"
      />
      <div className="grid gap-2 px-5 pt-3 pb-5">
        <h2 className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 text-lg">
          <Link className="min-w-0 focus-visible:outline-none" to={to}>
            {title}
          </Link>
          {tag && <span className="font-text px-2 bg-tape text-on-bright text-xs font-strong forced-highlight">{tag}</span>}
        </h2>
        <p className="text-ink-2">{text}</p>
      </div>
    </div>
  )
}

const DOCUMENTATION: Way = {
  to: '/resources/technical-documentation',
  title: 'Technical Documentation',
  text: 'A data sheet for every machine: dimensions, power supply, throughput and noise.',
  scene: 'infeed-table',
}

export default function Resources() {
  return (
    <div className="wrap written-page">
      <header>
        <h1>Resource Center</h1>
        <p className="max-w-text text-lg text-ink-2">What to read before you buy, while you install, and whenever you have questions.</p>
      </header>
      <ul className="grid grid-cols-[repeat(auto-fill,minmax(min(280px,100%),1fr))] gap-5">
        {WAYS.map((way) => (
          <li key={way.to}>
            <WayCard way={way} />
          </li>
        ))}
        <li>
          <WayCard way={DOCUMENTATION} tag="Members Only" />
        </li>
      </ul>
    </div>
  )
}
