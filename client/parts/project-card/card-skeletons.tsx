import { w } from '#ui/shared-texts.ts'

/** Cards that are loading, in the shape of those that follow. */
export const CardSkeletons = ({ count, isRow }: { count: number; isRow?: boolean }) => (
  <div role="status" aria-busy="true" class={isRow ? 'carousel carousel-main' : undefined}>
    <span class="visually-hidden">{w('loading')}</span>
    {isRow && <div class="skeleton skeleton-title" />}
    <div class={isRow ? 'carousel-row' : 'project-list'}>
      {Array.from({ length: count }, (_, at) => (
        <div key={at} class="project-card skeleton-project">
          <div class="skeleton cover" />
          <div class="skeleton" />
          <div class="skeleton" />
          <div class="skeleton" />
        </div>
      ))}
    </div>
  </div>
)
