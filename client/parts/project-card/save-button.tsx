import { savedSlugs, setSaved } from '#client/saved-projects.ts'
import { t } from '#client/texts.ts'
import { Icon } from '#ui/icon.tsx'
import './save-button.css'

type Props = { project: { slug: string; name: string }; isOnCover?: boolean }

/** Saves or removes at once; the server is told in the background. */
export function SaveButton({ project: { slug, name }, isOnCover }: Props) {
  const isSaved = savedSlugs.value.has(slug)
  const press = () => {
    setSaved(slug, !isSaved)
    // Offline on a first visit the script is missing: the change is sent when the app is opened the next time.
    void import('#client/saved-sync.ts').then(({ afterPress }) => afterPress(slug, !isSaved)).catch(() => {})
  }
  const label = t(isSaved ? 'saved.saved' : 'saved.save')
  return (
    <button
      type="button"
      class={`icon-button save-button${isOnCover ? ' save-corner' : ''}`}
      aria-pressed={isSaved}
      aria-label={`${label}: ${name}`}
      onClick={press}
    >
      <Icon name={isSaved ? 'bookmarkFilled' : 'bookmark'} />
    </button>
  )
}
