import type { Draft } from '#client/drafts.ts'
import { t } from '#client/texts.ts'
import { list } from '#ui/time/format.ts'

/** One-line summary of the application. */
export function Review({ draft }: { draft: Draft }) {
  const parts = [
    draft.message.trim() ? t('apply.withMessage') : t('apply.withoutMessage'),
    draft.files.length > 0 ? t('apply.fileCount', { count: draft.files.length }) : t('apply.noFiles'),
  ]
  return (
    <p class="card" dir="auto">
      {t('apply.review', { team: draft.teamName, project: draft.project })}: {list(parts)}.
    </p>
  )
}
