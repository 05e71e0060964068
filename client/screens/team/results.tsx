import { useState } from 'preact/hooks'
import { t } from '#client/texts.ts'
import { listFileTypes, type ProjectDetail, type File as StoredFile } from '#contract/project.ts'
import { FilePreview } from '#ui/file/file-preview.tsx'
import { localizedName } from '#ui/localized-name.ts'
import { useCall } from '#ui/server/query.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { Category } from './category.tsx'

type Props = { project: ProjectDetail; team: number; mayChange: boolean }

export function Results({ project, team, mayChange }: Props) {
  const types = useCall(listFileTypes)
  const [open, setOpen] = useState<StoredFile | null>(null)
  const files = project.documents.filter((file) => file.team === team)
  const fileTypes = types.answer ?? []
  // Files whose category has been removed from the vocabulary.
  const others = files.filter(({ category }) => !fileTypes.some(({ name }) => name === category))
  const categories = [
    ...fileTypes.map((type) => ({ ...type, label: localizedName(type), file: files.find(({ category }) => category === type.name) })),
    ...others.map((file) => ({ name: file.category ?? file.type, label: file.category ?? file.type, isPublic: file.isPublic, file })),
  ]
  return (
    <section aria-labelledby="results">
      <h2 id="results" tabIndex={-1}>
        {t('team.results')}
      </h2>
      {types.answer ? (
        <ul class="rows">
          {categories.map(({ name, label, isPublic, file }) => (
            <Category
              key={name}
              name={label}
              isPublic={file?.isPublic ?? isPublic}
              file={file}
              target={{ project: project.slug, team, category: name }}
              mayChange={mayChange}
              onOpen={setOpen}
            />
          ))}
        </ul>
      ) : types.isLoading ? (
        <Loading lines={4} />
      ) : (
        <Failed error={types.error} onRetry={types.retry} />
      )}
      <FilePreview file={open} onClose={() => setOpen(null)} />
    </section>
  )
}
