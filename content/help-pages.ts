import { ABOUT_SECTIONS } from './about.ts'
import { GUIDE_SECTIONS } from './buyers-guide.ts'
import type { PageSection } from './written-page.ts'

/** A page that the search finds beside policies and questions, with what it is about. */
type FindablePage = { href: string; title: string; description: string; sections?: readonly PageSection[] }

/** Pages of help without products, articles, producers or terms, which the search finds by themselves. */
export const HELP_PAGES: readonly FindablePage[] = [
  {
    href: '/resources/technical-documentation',
    title: 'Technical documentation',
    description: 'A data sheet for every machine on sale, made from its current specification, to print or to file as a PDF. For members.',
  },
  {
    href: '/buyers-guide',
    title: "Buyer's guide",
    description:
      'How to choose a mat maker or chip maker: what your products need, how many boxes a day, which board, current and room, safety, and the cost over the years.',
    sections: GUIDE_SECTIONS,
  },
  {
    href: '/impact-calculator',
    title: 'Impact Calculator',
    description:
      'What a machine that turns used cardboard into packing would save you: material, shipping, labor, payback period, waste and carbon, from your own numbers.',
  },
  {
    href: '/custom-solutions',
    title: 'Custom Solutions',
    description:
      'Packaging from used cardboard, made to the measure of your product: mats, sleeves, edge protectors, or a line for your own boxes. Ask for a quote.',
  },
  {
    href: '/support',
    title: 'Support Center',
    description: 'Find an answer, look up your order, or reach the people who know the machines.',
  },
  {
    href: '/contact',
    title: 'Contact',
    description:
      'Write to us, call us or visit us: questions about machines, packaging, orders and quotes, answered within one business day.',
  },
  {
    href: '/about',
    title: 'About',
    description: 'Who we are, how this marketplace for cardboard machines and packing works, and what we hold ourselves to.',
    sections: ABOUT_SECTIONS,
  },
  {
    href: '/resources',
    title: 'Resource Center',
    description: 'Articles, answers, the impact calculator, success stories, a glossary, a buyer’s guide and technical documentation.',
  },
  {
    href: '/faq',
    title: 'Frequently asked questions',
    description: 'Short answers about machines, prices, payment, delivery and returns.',
  },
  {
    href: '/glossary',
    title: 'Glossary',
    description: 'The words of cardboard, packing and the machines in between, explained by people who use them.',
  },
  {
    href: '/case-studies',
    title: 'Success Stories',
    description: 'How used cardboard becomes packing in other businesses: worked cases with their numbers.',
  },
  {
    href: '/claims',
    title: 'How we count',
    description: 'Every figure that our pages claim: its exact words, what it is about, its source, or that it is illustrative.',
  },
  {
    href: '/withdraw',
    title: 'Withdraw from a contract',
    description: 'Withdraw from an order within 14 days, without giving a reason, if you bought as a private person in the European Union.',
  },
  {
    href: '/recalls',
    title: 'Recalled products',
    description: 'Products of our shop that were recalled for safety reasons, with what their buyers should do.',
  },
  {
    href: '/report',
    title: 'Report a page',
    description: 'Report a product, a producer or an article of our shop that you take to be illegal.',
  },
]
