import { t } from '#client/texts.ts'
import type { Project } from '#contract/project.ts'
import { directoryToday } from '#ui/time/directory-time.ts'
import { ago } from '#ui/time/format.ts'

/** A project's dates relative to today. */
export function meaningOf({ dateStart, dateEnd, status }: Pick<Project, 'dateStart' | 'dateEnd' | 'status'>): string {
  const today = Date.parse(directoryToday())
  const start = dateStart === null ? null : Date.parse(dateStart)
  const end = dateEnd === null ? null : Date.parse(dateEnd)
  if (end !== null && end < today) return t('my.ended', { when: ago(end, today) })
  if (start !== null && start > today) return t('my.starts', { when: ago(start, today) })
  if (end === today) return t('my.endsToday')
  if (end !== null) return t('my.ends', { when: ago(end, today) })
  return start === null && status !== 'active' ? t('my.noStart') : t('my.noEnd')
}
