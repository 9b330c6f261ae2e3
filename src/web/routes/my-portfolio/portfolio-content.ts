/** A piece of work: what it is, what was done, and where to look at it (https links). */
export type PortfolioProject = {
  name: string
  /** One line that says what it is. */
  tagline: string
  description: string
  /** What it is made with. */
  tools: readonly string[]
  links: readonly { label: string; href: string }[]
}

/** Skills under one heading, best first. */
export type SkillGroup = { heading: string; skills: readonly string[] }

/** Everything the portfolio page shows. */
export type Portfolio = {
  name: string
  role: string
  intro: string
  contact: {
    email: string
    phone: string
    /** Town and region; no street. */
    location: string
    links: readonly { label: string; href: string }[]
  }
  education: readonly { degree: string; school: string; years: string }[]
  skills: readonly SkillGroup[]
  projects: readonly PortfolioProject[]
}

/** A neutral example person: replace this one object to make the page yours. */
export const portfolio: Portfolio = {
  name: 'Jordan Avery',
  role: 'Web developer',
  intro:
    'I build web applications that stay quick when the data grows and stay readable when the team does. I like forms that forgive, tests that read like sentences, and pages that work before the script arrives.',
  contact: {
    email: 'jordan.avery@example.com',
    phone: '(217) 555-0110',
    location: 'Springfield, Illinois',
    links: [
      { label: 'Website', href: 'https://example.com/jordan-avery' },
      { label: 'Code', href: 'https://example.com/jordan-avery/code' },
      { label: 'Resume', href: 'https://example.com/jordan-avery/resume' },
    ],
  },
  education: [
    { degree: 'BSc Computer Science', school: 'Northfield University', years: '2014 – 2018' },
    { degree: 'Certificate in Web Accessibility', school: 'Open Web Academy', years: '2021' },
  ],
  skills: [
    { heading: 'Languages', skills: ['TypeScript', 'JavaScript', 'HTML', 'CSS', 'SQL'] },
    {
      heading: 'In the browser',
      skills: ['React', 'React Router', 'Tailwind CSS', 'Web accessibility', 'Web performance'],
    },
    {
      heading: 'On the server',
      skills: ['Node.js', 'Hono', 'PostgreSQL', 'REST and OpenAPI', 'Card payments'],
    },
    { heading: 'Craft', skills: ['Vitest', 'Playwright', 'Git', 'Code review', 'Technical writing'] },
  ],
  projects: [
    {
      name: 'Driveline',
      tagline: 'An online auto-parts store',
      description:
        'The store you are looking at. Customers order parts, pay by card and leave reviews; admins manage products, orders and each other. Stock is guarded in the database, so ten pieces can never be sold to eleven people.',
      tools: ['TypeScript', 'React', 'Hono', 'PostgreSQL'],
      links: [
        { label: 'Live', href: 'https://example.com/projects/driveline' },
        { label: 'Code', href: 'https://example.com/code/driveline' },
      ],
    },
    {
      name: 'Torque Table',
      tagline: 'Every tightening torque, on the phone in your pocket',
      description:
        'A reference for mechanics that works with no signal and oily thumbs. Search by car or by bolt, convert units by tapping the number, pin what you need today. Everything is kept on the device after the first visit.',
      tools: ['TypeScript', 'Service worker', 'IndexedDB'],
      links: [
        { label: 'Live', href: 'https://example.com/projects/torque-table' },
        { label: 'Code', href: 'https://example.com/code/torque-table' },
      ],
    },
    {
      name: 'Bay Planner',
      tagline: 'A week at a glance for small repair shops',
      description:
        'Drag a job onto a bay and a day; the plan warns when two cars want the same lift or a part is still on its way. Built with three shops around the table, who removed more features than they asked for.',
      tools: ['React', 'PostgreSQL', 'WebSocket'],
      links: [
        { label: 'Live', href: 'https://example.com/projects/bay-planner' },
        { label: 'Case study', href: 'https://example.com/notes/bay-planner' },
      ],
    },
    {
      name: 'Plainform',
      tagline: 'Accessible form parts without a framework',
      description:
        'A handful of custom elements for fields, hints and errors that screen readers announce once and in the right order. Four kilobytes compressed, no dependencies, tested with people who use a screen reader all day.',
      tools: ['Custom elements', 'CSS', 'Playwright'],
      links: [
        { label: 'Docs', href: 'https://example.com/projects/plainform' },
        { label: 'Code', href: 'https://example.com/code/plainform' },
      ],
    },
  ],
}
