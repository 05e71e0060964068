/** Avatars of the directory itself are stored without its address. */
export const avatarView = (avatar: string | null, apiUrl: string): string | null =>
  avatar?.startsWith('/') ? `${apiUrl}${avatar}` : avatar

export const withAvatar = <T extends { avatar: string | null }>(person: T, { apiUrl }: { apiUrl: string }): T => ({
  ...person,
  avatar: avatarView(person.avatar, apiUrl),
})
