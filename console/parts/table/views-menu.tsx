import { useState } from 'preact/hooks'
import { Link, useLocation, useSearch } from 'wouter-preact'
import { t } from '#console/texts.ts'
import { listViews, type SavedView, type ViewList } from '#contract/console/view.ts'
import { Button, IconButton } from '#ui/button.tsx'
import { useCall } from '#ui/server/query.ts'
import { Menu } from './menu.tsx'
import { ViewDialog } from './view-dialog.tsx'
import './table.css'

/** The part of the address that a view saves, in an order of its own, to compare two of them. */
const comparable = (query: string): string => {
  const params = new URLSearchParams(query)
  params.delete('page')
  params.sort()
  return params.toString()
}

/** Saved views of a list: each is a link. */
export function ViewsMenu({ list }: { list: ViewList }) {
  const { answer } = useCall(listViews, { query: { list } }, { isPrivate: true, isSaved: false })
  const [path] = useLocation()
  const search = useSearch()
  const [edited, setEdited] = useState<SavedView | 'new' | null>(null)
  const views = answer?.views ?? []
  const current = views.find(({ query }) => query !== '' && comparable(query) === comparable(search))
  const group = (title: string, some: SavedView[], close: () => void) =>
    some.length > 0 && (
      <>
        <p class="menu-title">{title}</p>
        <ul class="bare">
          {some.map((view) => (
            <li key={view.id} class="menu-line">
              <Link
                class="menu-link"
                href={view.query ? `${path}?${view.query}` : path}
                aria-current={view === current ? 'page' : undefined}
                dir="auto"
                onClick={close}
              >
                {view.name}
              </Link>
              {view.mayChange && (
                <IconButton
                  icon="edit"
                  name={t('views.editOf', { name: view.name })}
                  onClick={() => {
                    close()
                    setEdited(view)
                  }}
                />
              )}
            </li>
          ))}
        </ul>
      </>
    )
  return (
    <>
      <Menu
        label={current?.name ?? t('views.title')}
        name={current ? t('views.current', { name: current.name }) : undefined}
        icon="bookmark"
        look="plain"
      >
        {(close) => (
          <>
            {group(
              t('views.own'),
              views.filter(({ isShared }) => !isShared),
              close,
            )}
            {group(
              t('views.shared'),
              views.filter(({ isShared }) => isShared),
              close,
            )}
            {views.length === 0 && <p class="soft menu-title">{t('views.none')}</p>}
            <Button
              look="plain"
              icon="plus"
              isWide
              onClick={() => {
                close()
                setEdited('new')
              }}
            >
              {t('views.save')}
            </Button>
          </>
        )}
      </Menu>
      {edited !== null && (
        <ViewDialog list={list} view={edited === 'new' ? null : edited} search={comparable(search)} onClose={() => setEdited(null)} />
      )}
    </>
  )
}
