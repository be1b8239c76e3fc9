/** Each code has words in English and Arabic in judge-reasons.words.yaml. */
export const reasonCodes = [
  // Rules with knowledge of the organization.
  'first_contact',
  'known_correspondent',
  'own_domain_forged',
  'colleague_name_on_foreign_address',
  'lookalike_of_own_domain',
  'lookalike_of_correspondent',
  'changed_bank_details',
  'secrecy_with_haste',
  'thread_not_begun_here',
  'link_text_names_another_site',
  'archive_with_password_in_text',
  'authentication_failed',
  'authentication_passed',
  // What the model saw, in groups.
  'brand_name_on_foreign_domain',
  'reply_to_free_mail',
  'link_hides_its_target',
  'link_to_number_address',
  'link_to_free_hosting',
  'form_in_mail',
  'dangerous_attachment',
  'web_page_attached',
  'mixed_letters',
  'hidden_text',
  'asks_for_password',
  'asks_for_payment',
  'asks_for_gift_cards',
  'threatens_with_loss',
  'promises_money',
  'pressing_wording',
  'only_a_picture',
  'unusual_wording',
  'unusual_build',
  'ordinary_wording',
  'ordinary_build',
] as const

export type ReasonCode = (typeof reasonCodes)[number]

/** They speak of the sender and the layout, which a pasted text does not have. */
export const reasonsAboutBuild: readonly ReasonCode[] = ['ordinary_build', 'unusual_build']
