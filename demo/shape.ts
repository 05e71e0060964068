// Types of the demo data. Days are offsets from today, so the data stays current.

export type DemoProject = {
  slug: string
  name: string
  shortDescription: string
  description: string
  client: string | null
  clientContact: string | null
  curator: string | null
  tags: string[]
  dateStart: number | null
  dateEnd: number | null
  enrollmentStart: number | null
  enrollmentEnd: number | null
  teamLimit: number | null
  developerRequirements: string[]
  projectRequirements: string[]
  related: string[]
  /** Null only for a draft. */
  publishedDaysAgo: number | null
  /** Admins of its teams may change the cover. */
  teamMayChangeCover?: boolean
  state: 'draft' | 'published' | 'archived' | 'withdrawn'
}

const startsBlock = /^(###|-|\d+\.) /

/** Unwraps indented Markdown: one line per paragraph or list item. */
export function prose(text: string): string {
  const lines: string[] = []
  for (const raw of text.trim().split('\n')) {
    const line = raw.trim()
    const last = lines.at(-1)
    if (line && last && !startsBlock.test(line) && !last.startsWith('### ')) lines[lines.length - 1] = `${last} ${line}`
    else lines.push(line)
  }
  return lines.join('\n')
}
