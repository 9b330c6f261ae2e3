import type { PortfolioProject } from '#domain/content/store-content.ts'
import { Card } from '../../ui/card.tsx'

/** One project with its links. `number` is its position in the list, from 1. */
export function ProjectCard({ project, number }: { project: PortfolioProject; number: number }) {
  return (
    <Card className="flex h-full flex-col gap-3">
      <p className="part-tag self-start" aria-hidden="true">
        PRJ-{String(number).padStart(2, '0')}
      </p>
      <div>
        <h3 className="text-2xl">{project.name}</h3>
        <p className="font-medium text-ink-soft">{project.tagline}</p>
      </div>
      <p>{project.description}</p>
      <ul aria-label="Made with" className="flex flex-wrap gap-2">
        {project.tools.map((tool) => (
          <li key={tool} className="rounded-sm border border-line bg-surface px-2 py-0.5 text-sm">
            {tool}
          </li>
        ))}
      </ul>
      <p className="mt-auto flex flex-wrap gap-x-6">
        {project.links.map(({ label, href }) => (
          <a
            key={href}
            href={href}
            className="inline-flex min-h-11 min-w-11 items-center font-semibold underline underline-offset-4 hover:text-signal"
          >
            {label}
            <span className="sr-only"> of {project.name}</span>
          </a>
        ))}
      </p>
    </Card>
  )
}
