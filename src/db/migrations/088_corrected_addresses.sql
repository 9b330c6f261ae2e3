-- Up Migration

-- Emails to the store itself, and those about corrected addresses. An order may be corrected several times: `about` is the audit entry.
alter table order_mails drop constraint order_mails_kind_is_known, drop constraint order_mails_about_is_a_payment;
alter table order_mails
  add constraint order_mails_kind_is_known check (
    kind in ('order_placed', 'order_paid', 'hold_ending', 'order_shipped', 'order_refunded',
             'address_corrected', 'store_order_paid', 'store_address_corrected')) not valid,
  add constraint order_mails_about_distinguishes check (
    (kind in ('order_refunded', 'address_corrected', 'store_address_corrected')) = (about <> '')) not valid;
alter table order_mails validate constraint order_mails_kind_is_known, validate constraint order_mails_about_distinguishes;
