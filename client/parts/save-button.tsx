import { savedSlugs, setSaved } from '#client/saved-projects.ts'
import { t } from '#client/texts/index.ts'
import { Icon } from '#ui/icon.tsx'

type Props = { project: { slug: string; name: string }; isLabelled?: boolean }

/** Saves or removes at once; the server is told in the background. On a card an icon, on the page of the project with its text. */
export function SaveButton({ project: { slug, name }, isLabelled }: Props) {
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
      class={isLabelled ? 'button button-soft save-button' : 'save-button save-corner'}
      aria-pressed={isSaved}
      aria-label={isLabelled ? undefined : `${label}: ${name}`}
      title={isLabelled ? undefined : label}
      onClick={press}
    >
      <Icon name={isSaved ? 'bookmarkFilled' : 'bookmark'} size={20} />
      {isLabelled && <span>{label}</span>}
    </button>
  )
}
