-- Up Migration

-- A return that its customer did not cancel is announced to them; and one that arrives all the same can be received (decision 172).
alter table order_mails drop constraint order_mails_kind_is_known, drop constraint order_mails_about_distinguishes;
alter table order_mails
  add constraint order_mails_kind_is_known check (
    kind in ('order_placed', 'order_paid', 'hold_ending', 'order_shipped', 'order_refunded', 'order_canceled', 'address_corrected',
             'return_approved', 'return_declined', 'return_canceled', 'return_received', 'core_ending',
             'store_order_paid', 'store_address_corrected', 'store_refund_failed', 'store_return_requested')) not valid,
  add constraint order_mails_about_distinguishes check (
    kind = 'order_shipped'
    or (kind in ('order_refunded', 'order_canceled', 'address_corrected', 'return_approved', 'return_declined', 'return_canceled',
                 'return_received', 'store_address_corrected', 'store_refund_failed', 'store_return_requested')) = (about <> '')) not valid;
alter table order_mails validate constraint order_mails_kind_is_known, validate constraint order_mails_about_distinguishes;
