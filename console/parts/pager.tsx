import { t } from '#console/texts.ts'
import { Button } from '#ui/button.tsx'

type Props = { page: number; pageSize: number; total: number; name?: string; onPage(page: number): void }

export function Pager({ page, pageSize, total, name = t('pager'), onPage }: Props) {
  if (total <= pageSize && page === 1) return null
  const from = (page - 1) * pageSize + 1
  const to = Math.min(total, page * pageSize)
  return (
    <nav class="pager" aria-label={name}>
      <Button look="plain" disabled={page <= 1} onClick={() => onPage(page - 1)}>
        {t('pager.previous')}
      </Button>
      <span role="status">{t('pager.of', { from: Math.min(from, total), to, total })}</span>
      <Button look="plain" disabled={to >= total} onClick={() => onPage(page + 1)}>
        {t('pager.next')}
      </Button>
    </nav>
  )
}
