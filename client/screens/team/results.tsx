import { useState } from 'preact/hooks'
import { FilePreview } from '#client/parts/file-preview.tsx'
import { t } from '#client/texts/index.ts'
import { listFileTypes, type ProjectDetail, type File as StoredFile } from '#contract/project.ts'
import { useCall } from '#ui/query.ts'
import { Failed, Loading } from '#ui/states.tsx'
import { Category } from './category.tsx'

type Props = { project: ProjectDetail; team: number; mayChange: boolean }

export function Results({ project, team, mayChange }: Props) {
  const types = useCall(listFileTypes)
  const [open, setOpen] = useState<StoredFile | null>(null)
  const files = project.documents.filter((file) => file.team === team)
  const known = types.answer ?? []
  // A category may have left the vocabulary; what was published under it is still there.
  const others = files.filter(({ category }) => !known.some(({ name }) => name === category))
  const places = [
    ...known.map(({ name, isPublic }) => ({ name, isPublic, file: files.find(({ category }) => category === name) })),
    ...others.map((file) => ({ name: file.category ?? file.type, isPublic: file.isPublic, file })),
  ]
  return (
    <section aria-labelledby="results">
      <h2 id="results" tabIndex={-1}>
        {t('team.results')}
      </h2>
      {types.answer ? (
        <ul class="rows">
          {places.map(({ name, isPublic, file }) => (
            <Category
              key={name}
              name={name}
              isPublic={file?.isPublic ?? isPublic}
              file={file}
              place={{ project: project.slug, team, category: name }}
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
