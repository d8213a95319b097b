-- phase: contract
-- The database as the migrations 0000 to 0081 of earlier versions left it. One that has them all is adopted as it is (server/platform/db/migrate.ts).
-- A contract, because a version from before does not know it: it says so instead of working on a database that was made by this file.
CREATE EXTENSION IF NOT EXISTS pg_trgm;

CREATE SEQUENCE notice_number_sequence;
CREATE SEQUENCE order_number_sequence;
CREATE SEQUENCE withdrawal_number_sequence;

CREATE TABLE addresses (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	user_id uuid NOT NULL,
	form jsonb NOT NULL,
	is_default boolean DEFAULT false NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT addresses_pkey PRIMARY KEY (id)
);

CREATE TABLE attributes (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	key text NOT NULL,
	label text NOT NULL,
	kind text NOT NULL,
	unit text,
	decimals smallint DEFAULT 0 NOT NULL,
	choices jsonb DEFAULT '[]' NOT NULL,
	names text[] NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT attributes_choices_check CHECK (jsonb_array_length(choices) <= 60),
	CONSTRAINT attributes_decimals_check CHECK ((decimals >= 0) AND (decimals <= 4)),
	CONSTRAINT attributes_kind_check CHECK (kind IN ('number', 'text', 'choice')),
	CONSTRAINT attributes_key_unique UNIQUE (key),
	CONSTRAINT attributes_pkey PRIMARY KEY (id)
);

CREATE TABLE audit_entries (
	id bigserial,
	at timestamptz DEFAULT now() NOT NULL,
	actor_id uuid,
	actor_name text NOT NULL,
	actor_role text NOT NULL,
	action text NOT NULL,
	target_type text NOT NULL,
	target_id text NOT NULL,
	before jsonb,
	after jsonb,
	request_id text,
	CONSTRAINT audit_entries_pkey PRIMARY KEY (id)
);

CREATE TABLE audit_seals (
	seq bigint NOT NULL,
	entry_id bigint NOT NULL,
	hash bytea NOT NULL,
	CONSTRAINT audit_seals_entry_key UNIQUE (entry_id),
	CONSTRAINT audit_seals_pkey PRIMARY KEY (seq)
);

CREATE TABLE blog_post_slugs (
	slug text NOT NULL,
	post_id uuid NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT blog_post_slugs_pkey PRIMARY KEY (slug)
);

CREATE TABLE blog_posts (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	slug text NOT NULL,
	title text NOT NULL,
	excerpt text NOT NULL,
	content text NOT NULL,
	category text NOT NULL,
	tags jsonb DEFAULT '[]' NOT NULL,
	cover_image text,
	status text DEFAULT 'draft' NOT NULL,
	published_at timestamptz,
	author_id uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	author_label text,
	search_text text DEFAULT '' NOT NULL,
	deleted_at timestamptz,
	CONSTRAINT blog_posts_status_check CHECK (status IN ('draft', 'published', 'archived')),
	CONSTRAINT blog_posts_pkey PRIMARY KEY (id),
	CONSTRAINT blog_posts_slug_unique UNIQUE (slug)
);

CREATE TABLE business_reviews (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	business_id uuid NOT NULL,
	reviewer_id uuid,
	"from" text NOT NULL,
	"to" text NOT NULL,
	reason text DEFAULT '' NOT NULL,
	at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT business_reviews_pkey PRIMARY KEY (id)
);

CREATE TABLE businesses (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	name text NOT NULL,
	email text NOT NULL,
	phone text,
	website text,
	contact_public boolean DEFAULT false NOT NULL,
	address text DEFAULT '' NOT NULL,
	city text DEFAULT '' NOT NULL,
	country text DEFAULT '' NOT NULL,
	postal_code text DEFAULT '' NOT NULL,
	description text DEFAULT '' NOT NULL,
	business_type text NOT NULL,
	logo text,
	status text DEFAULT 'Active' NOT NULL,
	business_status text DEFAULT 'pending' NOT NULL,
	applicant_id uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	slug text NOT NULL,
	deleted_at timestamptz,
	payouts_held_until timestamptz,
	payouts_held_reason text,
	deletion jsonb,
	stamp uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
	dispatch jsonb,
	vat_scheme text DEFAULT 'regular' NOT NULL,
	vat_id text,
	documents_agreed_at timestamptz,
	legal_name text DEFAULT '' NOT NULL,
	legal_form text DEFAULT '' NOT NULL,
	representative text DEFAULT '' NOT NULL,
	register_name text DEFAULT '' NOT NULL,
	register_number text DEFAULT '' NOT NULL,
	tax_id text DEFAULT '' NOT NULL,
	self_certified_at timestamptz,
	checks jsonb DEFAULT '{}' NOT NULL,
	trader_asked_at timestamptz,
	trader_reminded_at timestamptz,
	inform_since timestamptz,
	inform_public boolean DEFAULT false NOT NULL,
	inform_confirmed_at timestamptz,
	CONSTRAINT businesses_approval_check CHECK (business_status IN ('pending', 'approved', 'suspended', 'rejected')),
	CONSTRAINT businesses_payouts_held_check CHECK (payouts_held_reason IN ('account_changed', 'password_changed', 'email_changed')),
	CONSTRAINT businesses_status_check CHECK (status IN ('Active', 'Inactive', 'Suspended', 'Deleted')),
	CONSTRAINT businesses_type_check CHECK (business_type IN ('producer', 'consumer')),
	CONSTRAINT businesses_vat_scheme_check CHECK (vat_scheme IN ('regular', 'small_business')),
	CONSTRAINT businesses_pkey PRIMARY KEY (id),
	CONSTRAINT businesses_slug_unique UNIQUE (slug)
);

CREATE TABLE cart_items (
	user_id uuid NOT NULL,
	product_id uuid NOT NULL,
	quantity integer NOT NULL,
	seen_usd_cents bigint NOT NULL,
	seen_eur_cents bigint NOT NULL,
	added_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT cart_items_quantity_check CHECK ((quantity >= 1) AND (quantity <= 100000)),
	CONSTRAINT cart_items_user_id_product_id_pk PRIMARY KEY (user_id, product_id)
);

CREATE TABLE carts (
	user_id uuid NOT NULL,
	promo_code text,
	shipping_method text DEFAULT 'standard' NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	shipping_extras jsonb DEFAULT '{}' NOT NULL,
	CONSTRAINT carts_shipping_check CHECK (shipping_method IN ('standard', 'express', 'overnight')),
	CONSTRAINT carts_pkey PRIMARY KEY (user_id)
);

CREATE TABLE catalog_import_changes (
	import_id uuid NOT NULL,
	product_id uuid NOT NULL,
	before jsonb,
	version_after integer NOT NULL,
	version_before integer,
	CONSTRAINT catalog_import_changes_import_id_product_id_pk PRIMARY KEY (import_id, product_id)
);

CREATE TABLE catalog_imports (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	actor_id uuid,
	file_name text NOT NULL,
	report jsonb NOT NULL,
	at timestamptz DEFAULT now() NOT NULL,
	status text DEFAULT 'done' NOT NULL,
	total integer DEFAULT 0 NOT NULL,
	done integer DEFAULT 0 NOT NULL,
	options jsonb,
	finished_at timestamptz,
	undone_at timestamptz,
	business_id uuid,
	CONSTRAINT catalog_imports_pkey PRIMARY KEY (id)
);

CREATE TABLE categories (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	value text NOT NULL,
	label text NOT NULL,
	description text DEFAULT '' NOT NULL,
	kind text DEFAULT 'machine' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	stamp uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
	retype_after uuid,
	CONSTRAINT categories_kind_check CHECK (kind IN ('machine', 'material')),
	CONSTRAINT categories_pkey PRIMARY KEY (id),
	CONSTRAINT categories_value_unique UNIQUE (value)
);

CREATE TABLE category_attributes (
	category_id uuid NOT NULL,
	attribute_id uuid NOT NULL,
	"position" integer NOT NULL,
	is_required boolean DEFAULT false NOT NULL,
	is_facet boolean DEFAULT false NOT NULL,
	is_compared boolean DEFAULT false NOT NULL,
	CONSTRAINT category_attributes_category_id_attribute_id_pk PRIMARY KEY (category_id, attribute_id)
);

CREATE TABLE category_values (
	value text NOT NULL,
	category_id uuid NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT category_values_pkey PRIMARY KEY (value)
);

CREATE TABLE claims (
	id text NOT NULL,
	wording text NOT NULL,
	scope text DEFAULT '' NOT NULL,
	source text,
	source_url text,
	expires_at timestamptz,
	use_counted boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT claims_pkey PRIMARY KEY (id)
);

CREATE TABLE commission_rates (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	"position" integer NOT NULL,
	business_id uuid,
	category text,
	basis_points integer NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT commission_rates_basis_points_check CHECK ((basis_points >= 0) AND (basis_points <= 10000)),
	CONSTRAINT commission_rates_pkey PRIMARY KEY (id)
);

CREATE TABLE contact_messages (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	reference text NOT NULL,
	name text NOT NULL,
	email text NOT NULL,
	phone text,
	company text,
	topic text DEFAULT 'contact' NOT NULL,
	message text NOT NULL,
	status text DEFAULT 'open' NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	details jsonb,
	impact_key text,
	user_id uuid,
	request_key text,
	request_fingerprint text,
	version integer DEFAULT 1 NOT NULL,
	note text DEFAULT '' NOT NULL,
	answered_at timestamptz,
	answered_by_id uuid,
	CONSTRAINT contact_messages_status_check CHECK (status IN ('open', 'answered')),
	CONSTRAINT contact_messages_topic_check CHECK (topic IN ('contact', 'consultation', 'quote')),
	CONSTRAINT contact_messages_pkey PRIMARY KEY (id),
	CONSTRAINT contact_messages_reference_unique UNIQUE (reference),
	CONSTRAINT "contact_messages_requestKey_unique" UNIQUE (request_key)
);

CREATE TABLE deleted_categories (
	id uuid NOT NULL,
	value text NOT NULL,
	label text NOT NULL,
	description text NOT NULL,
	kind text NOT NULL,
	"position" integer NOT NULL,
	created_at timestamptz NOT NULL,
	version integer NOT NULL,
	former_values text[] NOT NULL,
	moved_to uuid,
	moved_products uuid[] NOT NULL,
	deleted_at timestamptz NOT NULL,
	deleted_by uuid,
	attributes jsonb DEFAULT '[]' NOT NULL,
	CONSTRAINT deleted_categories_pkey PRIMARY KEY (id)
);

CREATE TABLE delivery_days (
	business_id uuid NOT NULL,
	day date NOT NULL,
	deliveries integer NOT NULL,
	on_time integer NOT NULL,
	CONSTRAINT delivery_days_business_id_day_pk PRIMARY KEY (business_id, day)
);

CREATE TABLE disputes (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	stripe_id text NOT NULL,
	order_id uuid NOT NULL,
	payment_id uuid NOT NULL,
	amount_cents bigint NOT NULL,
	currency text NOT NULL,
	reason text NOT NULL,
	status text NOT NULL,
	evidence_due_at timestamptz,
	fee_cents bigint DEFAULT 0 NOT NULL,
	is_live boolean DEFAULT true NOT NULL,
	progress integer NOT NULL,
	reported_at timestamptz NOT NULL,
	opened_at timestamptz NOT NULL,
	closed_at timestamptz,
	CONSTRAINT disputes_amount_check CHECK (amount_cents > 0),
	CONSTRAINT disputes_currency_check CHECK (currency IN ('USD', 'EUR')),
	CONSTRAINT disputes_status_check CHECK (status IN ('needs_response', 'under_review', 'won', 'lost')),
	CONSTRAINT disputes_pkey PRIMARY KEY (id),
	CONSTRAINT "disputes_stripeId_unique" UNIQUE (stripe_id)
);

CREATE TABLE document_series (
	issuer_business_id uuid,
	kind text NOT NULL,
	prefix text NOT NULL,
	next integer DEFAULT 1 NOT NULL,
	is_open boolean DEFAULT true NOT NULL,
	CONSTRAINT document_series_kind_check CHECK (kind IN ('invoice', 'credit_note', 'commission', 'self_bill')),
	CONSTRAINT document_series_next_check CHECK (next >= 1),
	CONSTRAINT document_series_key UNIQUE NULLS NOT DISTINCT (issuer_business_id, kind),
	CONSTRAINT document_series_pkey PRIMARY KEY (prefix)
);

CREATE TABLE documents (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	issuer_business_id uuid,
	kind text NOT NULL,
	number integer NOT NULL,
	label text NOT NULL,
	order_id uuid,
	business_id uuid,
	refers_to uuid,
	milestone_id uuid,
	cause text NOT NULL,
	issued_at timestamptz NOT NULL,
	supplied_at date,
	currency text NOT NULL,
	net_cents bigint NOT NULL,
	tax_cents bigint NOT NULL,
	gross_cents bigint NOT NULL,
	buyer_name text NOT NULL,
	country text NOT NULL,
	content jsonb NOT NULL,
	search_text text NOT NULL,
	CONSTRAINT documents_amounts_check CHECK ((gross_cents = (net_cents + tax_cents)) AND (net_cents >= 0) AND (tax_cents >= 0)),
	CONSTRAINT documents_currency_check CHECK (currency IN ('USD', 'EUR')),
	CONSTRAINT documents_kind_check CHECK (kind IN ('invoice', 'credit_note', 'commission', 'self_bill')),
	CONSTRAINT documents_refers_check CHECK ((kind = 'credit_note') = (refers_to IS NOT NULL)),
	CONSTRAINT documents_cause_unique UNIQUE (cause),
	CONSTRAINT documents_number_key UNIQUE NULLS NOT DISTINCT (issuer_business_id, kind, number),
	CONSTRAINT documents_pkey PRIMARY KEY (id)
);

CREATE TABLE e_invoices (
	document_id uuid NOT NULL,
	form text NOT NULL,
	buyer_reference text DEFAULT '' NOT NULL,
	cii text,
	ubl text,
	made_at timestamptz,
	attempts integer DEFAULT 0 NOT NULL,
	problem text DEFAULT '' NOT NULL,
	next_at timestamptz,
	CONSTRAINT e_invoices_form_check CHECK (form IN ('factur_x', 'xrechnung')),
	CONSTRAINT e_invoices_made_check CHECK ((made_at IS NULL) = (cii IS NULL)),
	CONSTRAINT e_invoices_pkey PRIMARY KEY (document_id)
);

CREATE TABLE erasures (
	user_id uuid NOT NULL,
	at timestamptz NOT NULL,
	CONSTRAINT erasures_pkey PRIMARY KEY (user_id)
);

CREATE TABLE exchange_rates (
	day date NOT NULL,
	currency text NOT NULL,
	per_eur numeric(18,6) NOT NULL,
	source text DEFAULT '' NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT exchange_rates_per_eur_check CHECK (per_eur > (0)::numeric),
	CONSTRAINT exchange_rates_day_currency_pk PRIMARY KEY (day, currency)
);

CREATE TABLE idempotency_keys (
	user_id uuid NOT NULL,
	key text NOT NULL,
	fingerprint text NOT NULL,
	status integer,
	response jsonb,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT idempotency_keys_user_id_key_pk PRIMARY KEY (user_id, key)
);

CREATE TABLE impact_results (
	key text NOT NULL,
	model text NOT NULL,
	currency text NOT NULL,
	inputs jsonb NOT NULL,
	machine jsonb NOT NULL,
	result jsonb NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	is_anonymous boolean DEFAULT false NOT NULL,
	CONSTRAINT impact_results_pkey PRIMARY KEY (key)
);

CREATE TABLE import_mappings (
	user_id uuid NOT NULL,
	fingerprint text NOT NULL,
	mapping jsonb NOT NULL,
	used_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT import_mappings_user_id_fingerprint_pk PRIMARY KEY (user_id, fingerprint)
);

CREATE UNLOGGED TABLE instances (
	instance uuid NOT NULL,
	started_at timestamptz NOT NULL,
	seen_at timestamptz NOT NULL,
	files text NOT NULL,
	CONSTRAINT instances_pkey PRIMARY KEY (instance)
);

CREATE TABLE invoice_preferences (
	user_id uuid NOT NULL,
	form text NOT NULL,
	buyer_reference text DEFAULT '' NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT invoice_preferences_form_check CHECK (form IN ('pdf', 'factur_x', 'xrechnung')),
	CONSTRAINT invoice_preferences_pkey PRIMARY KEY (user_id)
);

CREATE TABLE invoices (
	number integer NOT NULL,
	order_id uuid NOT NULL,
	issued_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT "invoices_orderId_unique" UNIQUE (order_id),
	CONSTRAINT invoices_pkey PRIMARY KEY (number)
);

CREATE TABLE ledger_entries (
	id bigserial,
	transaction_id uuid NOT NULL,
	account text NOT NULL,
	business_id uuid,
	currency text NOT NULL,
	debit_cents bigint NOT NULL,
	at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT ledger_entries_account_check CHECK (account IN ('clearing', 'seller', 'commission', 'tax', 'adjustment', 'input_tax')),
	CONSTRAINT ledger_entries_business_check CHECK ((account = 'seller') = (business_id IS NOT NULL)),
	CONSTRAINT ledger_entries_debit_check CHECK (debit_cents <> 0),
	CONSTRAINT ledger_entries_pkey PRIMARY KEY (id)
);

CREATE TABLE ledger_transactions (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	reason text NOT NULL,
	reference text NOT NULL,
	order_id uuid,
	currency text NOT NULL,
	note text,
	at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT ledger_transactions_reason_check CHECK (reason IN ('sale', 'refund', 'payout', 'payout_failed', 'adjustment', 'document_tax')),
	CONSTRAINT ledger_transactions_once UNIQUE (reason, reference),
	CONSTRAINT ledger_transactions_pkey PRIMARY KEY (id)
);

CREATE UNLOGGED TABLE locks (
	name text NOT NULL,
	CONSTRAINT locks_pkey PRIMARY KEY (name)
);

CREATE TABLE login_challenges (
	hash text NOT NULL,
	user_id uuid,
	purpose text NOT NULL,
	challenge text NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	expires_at timestamptz NOT NULL,
	CONSTRAINT login_challenges_purpose_check CHECK (purpose IN ('login', 'register', 'step_up')),
	CONSTRAINT login_challenges_pkey PRIMARY KEY (hash)
);

CREATE TABLE markets (
	country text NOT NULL,
	is_open boolean NOT NULL,
	price_display text NOT NULL,
	sells_to_consumers boolean DEFAULT true NOT NULL,
	legal text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT markets_legal_check CHECK (legal IN ('eu', 'us', 'other')),
	CONSTRAINT markets_price_display_check CHECK (price_display IN ('net', 'gross')),
	CONSTRAINT markets_pkey PRIMARY KEY (country)
);

CREATE TABLE media_files (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	url text NOT NULL,
	business_id uuid,
	user_id uuid,
	purpose text NOT NULL,
	width integer NOT NULL,
	height integer NOT NULL,
	bytes integer NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT media_files_pkey PRIMARY KEY (id),
	CONSTRAINT media_files_url_unique UNIQUE (url)
);

CREATE TABLE message_replies (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	message_id uuid NOT NULL,
	text text NOT NULL,
	author_id uuid,
	request_key text,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT message_replies_pkey PRIMARY KEY (id),
	CONSTRAINT "message_replies_requestKey_unique" UNIQUE (request_key)
);

CREATE TABLE new_buyer_orders (
	order_id uuid NOT NULL,
	network text,
	placed_at timestamptz NOT NULL,
	confirm_by timestamptz,
	asked integer DEFAULT 0 NOT NULL,
	CONSTRAINT new_buyer_orders_pkey PRIMARY KEY (order_id)
);

CREATE TABLE newsletter_subscribers (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	email text NOT NULL,
	status text DEFAULT 'pending' NOT NULL,
	token_hash text NOT NULL,
	consent_text text NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	confirmed_at timestamptz,
	unsubscribe_token text NOT NULL,
	confirm_by timestamptz NOT NULL,
	unsubscribed_at timestamptz,
	CONSTRAINT newsletter_status_check CHECK (status IN ('pending', 'confirmed', 'unsubscribed')),
	CONSTRAINT newsletter_subscribers_pkey PRIMARY KEY (id),
	CONSTRAINT "newsletter_subscribers_unsubscribeToken_unique" UNIQUE (unsubscribe_token)
);

CREATE TABLE notices (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	number text NOT NULL,
	address text NOT NULL,
	product_id uuid,
	business_id uuid,
	reason text NOT NULL,
	name text NOT NULL,
	email text NOT NULL,
	user_id uuid,
	status text DEFAULT 'new' NOT NULL,
	decision text,
	reasons text DEFAULT '' NOT NULL,
	decided_at timestamptz,
	decided_by uuid,
	objection text DEFAULT '' NOT NULL,
	objected_at timestamptz,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT notices_decided_check CHECK ((status = 'decided') = ((decision IS NOT NULL) AND (decided_at IS NOT NULL))),
	CONSTRAINT notices_decision_check CHECK (decision IN ('removed', 'restricted', 'kept')),
	CONSTRAINT notices_status_check CHECK (status IN ('new', 'decided')),
	CONSTRAINT notices_number_unique UNIQUE (number),
	CONSTRAINT notices_pkey PRIMARY KEY (id)
);

CREATE TABLE notifications (
	id bigserial,
	user_id uuid NOT NULL,
	kind text NOT NULL,
	title text NOT NULL,
	text text DEFAULT '' NOT NULL,
	path text NOT NULL,
	dedupe_key text NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	read_at timestamptz,
	CONSTRAINT notifications_once UNIQUE (user_id, dedupe_key),
	CONSTRAINT notifications_pkey PRIMARY KEY (id)
);

CREATE TABLE operations (
	id bigserial,
	kind text NOT NULL,
	started_at timestamptz NOT NULL,
	finished_at timestamptz NOT NULL,
	ok boolean NOT NULL,
	bytes bigint,
	detail jsonb DEFAULT '{}' NOT NULL,
	CONSTRAINT operations_kind_check CHECK (kind IN ('backup', 'drill', 'restore')),
	CONSTRAINT operations_pkey PRIMARY KEY (id)
);

CREATE TABLE order_events (
	id bigserial,
	order_id uuid NOT NULL,
	business_id uuid,
	at timestamptz DEFAULT now() NOT NULL,
	"from" text,
	"to" text NOT NULL,
	actor_id uuid,
	actor_name text NOT NULL,
	note text,
	CONSTRAINT order_events_pkey PRIMARY KEY (id)
);

CREATE TABLE order_lines (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	order_id uuid NOT NULL,
	product_id uuid NOT NULL,
	business_id uuid NOT NULL,
	"position" integer NOT NULL,
	slug text NOT NULL,
	name text NOT NULL,
	image text NOT NULL,
	quantity integer NOT NULL,
	unit_price_cents bigint NOT NULL,
	line_total_cents bigint NOT NULL,
	commission_basis_points integer,
	commission_cents bigint DEFAULT 0 NOT NULL,
	content_amount numeric(12,3),
	content_unit text,
	discount_cents bigint,
	shipping_cents bigint,
	tax_cents bigint,
	shipping_tax_cents bigint,
	tax_rate integer,
	tax_reason text,
	collector uuid,
	promised_from date,
	promised_to date,
	tax_returned_cents bigint,
	is_custom boolean DEFAULT false NOT NULL,
	CONSTRAINT order_lines_content_check CHECK (num_nulls(content_amount, content_unit) = ANY (ARRAY[0, 2])),
	CONSTRAINT order_lines_promise_check CHECK ((num_nulls(promised_from, promised_to) = ANY (ARRAY[0, 2])) AND (promised_from <=
		promised_to)),
	CONSTRAINT order_lines_quantity_check CHECK ((quantity >= 1) AND (quantity <= 100000)),
	CONSTRAINT order_lines_shares_check CHECK ((num_nulls(discount_cents, shipping_cents, tax_cents, shipping_tax_cents, tax_rate, tax_reason)
		= ANY (ARRAY[0, 6])) AND ((discount_cents >= 0) AND (discount_cents <= line_total_cents)) AND (shipping_cents >= 0) AND
		((shipping_tax_cents >= 0) AND (shipping_tax_cents <= tax_cents)) AND (tax_rate >= 0)),
	CONSTRAINT order_lines_tax_reason_check CHECK (tax_reason IN ('us_flat', 'exempt_certificate', 'sales_tax', 'no_nexus', 'domestic', 'oss',
		'ioss', 'origin_threshold', 'intra_community', 'small_business', 'export_to_eu', 'export')),
	CONSTRAINT order_lines_total_check CHECK ((line_total_cents = (unit_price_cents * quantity)) AND (unit_price_cents >= 0)),
	CONSTRAINT order_lines_once UNIQUE (order_id, product_id),
	CONSTRAINT order_lines_pkey PRIMARY KEY (id)
);

CREATE TABLE orders (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	number text NOT NULL,
	user_id uuid NOT NULL,
	user_name text NOT NULL,
	user_email text NOT NULL,
	customer jsonb NOT NULL,
	currency text NOT NULL,
	subtotal_cents bigint NOT NULL,
	discount_cents bigint NOT NULL,
	shipping_cents bigint NOT NULL,
	tax_cents bigint NOT NULL,
	total_cents bigint NOT NULL,
	total_usd_cents bigint NOT NULL,
	promo_code text,
	shipping_method text NOT NULL,
	pricing jsonb NOT NULL,
	status text DEFAULT 'pending' NOT NULL,
	payment_method text NOT NULL,
	payment_status text DEFAULT 'unpaid' NOT NULL,
	estimated_delivery date NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	search_text text DEFAULT '' NOT NULL,
	paid_cents bigint DEFAULT 0 NOT NULL,
	refunded_cents bigint DEFAULT 0 NOT NULL,
	payment_intent_id text,
	hold_until timestamptz,
	payment_attempt integer DEFAULT 0 NOT NULL,
	payment_problem text,
	tags text[] DEFAULT '{}'::text[] NOT NULL,
	payment_request jsonb,
	tax_mode text DEFAULT 'added' NOT NULL,
	buyer_kind text,
	seller_of_record text DEFAULT 'platform' NOT NULL,
	tax_country text,
	vat_waits text,
	consumer_law text,
	CONSTRAINT orders_amounts_check CHECK ((total_cents = (((subtotal_cents - discount_cents) + shipping_cents) + CASE WHEN (tax_mode =
		'added') THEN tax_cents ELSE (0)::bigint END)) AND (tax_cents <= total_cents)),
	CONSTRAINT orders_buyer_kind_check CHECK (buyer_kind IN ('business', 'consumer')),
	CONSTRAINT orders_currency_check CHECK (currency IN ('USD', 'EUR')),
	CONSTRAINT orders_payment_method_check CHECK (payment_method IN ('card', 'pay_later')),
	CONSTRAINT orders_payment_status_check CHECK (payment_status IN ('unpaid', 'processing', 'paid', 'failed', 'partially_refunded',
		'refunded')),
	CONSTRAINT orders_refund_check CHECK ((refunded_cents >= 0) AND (refunded_cents <= paid_cents)),
	CONSTRAINT orders_seller_of_record_check CHECK (seller_of_record IN ('platform', 'seller')),
	CONSTRAINT orders_shipping_check CHECK (shipping_method IN ('standard', 'express', 'overnight')),
	CONSTRAINT orders_signs_check CHECK ((total_cents >= 0) AND ((discount_cents >= 0) AND (discount_cents <= subtotal_cents)) AND
		(shipping_cents >= 0) AND (tax_cents >= 0) AND (total_usd_cents >= 0)),
	CONSTRAINT orders_status_check CHECK (status IN ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT orders_tax_mode_check CHECK (tax_mode IN ('added', 'included')),
	CONSTRAINT orders_number_unique UNIQUE (number),
	CONSTRAINT "orders_paymentIntentId_unique" UNIQUE (payment_intent_id),
	CONSTRAINT orders_pkey PRIMARY KEY (id)
);

CREATE TABLE outbox (
	id bigserial,
	kind text NOT NULL,
	dedupe_key text NOT NULL,
	payload jsonb NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	due_at timestamptz DEFAULT now() NOT NULL,
	attempts integer DEFAULT 0 NOT NULL,
	sent_at timestamptz,
	last_error text,
	traceparent text,
	CONSTRAINT "outbox_dedupeKey_unique" UNIQUE (dedupe_key),
	CONSTRAINT outbox_pkey PRIMARY KEY (id)
);

CREATE TABLE payment_events (
	id text NOT NULL,
	type text NOT NULL,
	order_id uuid,
	outcome text NOT NULL,
	at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT payment_events_pkey PRIMARY KEY (id)
);

CREATE TABLE payments (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	order_id uuid NOT NULL,
	kind text NOT NULL,
	method text NOT NULL,
	reference text NOT NULL,
	currency text NOT NULL,
	amount_cents bigint NOT NULL,
	actor_id uuid,
	at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT payments_amount_check CHECK (amount_cents > 0),
	CONSTRAINT payments_kind_check CHECK (kind IN ('payment', 'refund')),
	CONSTRAINT payments_once UNIQUE (kind, method, reference),
	CONSTRAINT payments_pkey PRIMARY KEY (id)
);

CREATE TABLE payout_accounts (
	business_id uuid NOT NULL,
	holder text DEFAULT '' NOT NULL,
	iban text,
	account_number text,
	routing_number text,
	stripe_account_id text,
	updated_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	stripe_ready boolean DEFAULT false NOT NULL,
	CONSTRAINT payout_accounts_pkey PRIMARY KEY (business_id),
	CONSTRAINT "payout_accounts_stripeAccountId_unique" UNIQUE (stripe_account_id)
);

CREATE TABLE payouts (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	number text NOT NULL,
	business_id uuid NOT NULL,
	currency text NOT NULL,
	amount_cents bigint NOT NULL,
	status text DEFAULT 'draft' NOT NULL,
	method text DEFAULT 'manual' NOT NULL,
	reference text,
	problem text,
	actor_id uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	settled_at timestamptz,
	version integer DEFAULT 1 NOT NULL,
	account_snapshot jsonb,
	CONSTRAINT payouts_amount_check CHECK (amount_cents > 0),
	CONSTRAINT payouts_method_check CHECK (method IN ('manual', 'stripe')),
	CONSTRAINT payouts_status_check CHECK (status IN ('draft', 'sent', 'paid', 'failed')),
	CONSTRAINT payouts_number_unique UNIQUE (number),
	CONSTRAINT payouts_pkey PRIMARY KEY (id)
);

CREATE TABLE product_attributes (
	product_id uuid NOT NULL,
	attribute_id uuid NOT NULL,
	number numeric(18,6),
	text text,
	choice text,
	CONSTRAINT product_attributes_value_check CHECK (num_nonnulls(number, text, choice) = 1),
	CONSTRAINT product_attributes_product_id_attribute_id_pk PRIMARY KEY (product_id, attribute_id)
);

CREATE TABLE product_change_rows (
	change_id uuid NOT NULL,
	product_id uuid NOT NULL,
	before jsonb NOT NULL,
	version_after integer NOT NULL,
	CONSTRAINT product_change_rows_change_id_product_id_pk PRIMARY KEY (change_id, product_id)
);

CREATE TABLE product_changes (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	actor_id uuid NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	undone_at timestamptz,
	CONSTRAINT product_changes_pkey PRIMARY KEY (id)
);

CREATE TABLE product_fits (
	product_id uuid NOT NULL,
	target_id uuid NOT NULL,
	label text NOT NULL,
	"position" integer NOT NULL,
	CONSTRAINT product_fits_self_check CHECK (product_id <> target_id),
	CONSTRAINT product_fits_product_id_target_id_pk PRIMARY KEY (product_id, target_id)
);

CREATE TABLE product_prices (
	id bigserial,
	product_id uuid NOT NULL,
	usd_cents bigint NOT NULL,
	eur_cents bigint NOT NULL,
	at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT product_prices_pkey PRIMARY KEY (id)
);

CREATE TABLE product_slugs (
	slug text NOT NULL,
	product_id uuid NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT product_slugs_pkey PRIMARY KEY (slug)
);

CREATE TABLE products (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	slug text NOT NULL,
	name text NOT NULL,
	description text DEFAULT '' NOT NULL,
	full_description text DEFAULT '' NOT NULL,
	type text NOT NULL,
	category_id uuid NOT NULL,
	business_id uuid NOT NULL,
	price_usd_cents bigint NOT NULL,
	price_eur_cents bigint NOT NULL,
	stock integer DEFAULT 0 NOT NULL,
	featured boolean DEFAULT false NOT NULL,
	status text DEFAULT 'Active' NOT NULL,
	shipping_class text DEFAULT 'parcel' NOT NULL,
	lead_time_days integer,
	energy_efficiency text DEFAULT '' NOT NULL,
	material_savings text DEFAULT '' NOT NULL,
	carbon_reduction text DEFAULT '' NOT NULL,
	features jsonb DEFAULT '[]' NOT NULL,
	images jsonb DEFAULT '[]' NOT NULL,
	specifications jsonb DEFAULT '[]' NOT NULL,
	ladder jsonb,
	search_text text DEFAULT '' NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	impact_model jsonb,
	deleted_at timestamptz,
	edited_version integer,
	deleted_by uuid,
	deleted_from text,
	is_public boolean DEFAULT false NOT NULL,
	in_stock boolean DEFAULT false NOT NULL,
	shop_place smallint DEFAULT 0 NOT NULL,
	stamp uuid DEFAULT '00000000-0000-0000-0000-000000000000'::uuid NOT NULL,
	sku text,
	mpn text,
	brand text,
	gtin text,
	weight_grams integer,
	package_length_mm integer,
	package_width_mm integer,
	package_height_mm integer,
	hs_code text,
	origin_country text,
	sale_unit text DEFAULT 'piece' NOT NULL,
	content_amount numeric(12,3),
	content_unit text,
	min_quantity integer DEFAULT 1 NOT NULL,
	quantity_step integer DEFAULT 1 NOT NULL,
	tax_class text DEFAULT 'standard' NOT NULL,
	warranty_months integer,
	warranty_text text DEFAULT '' NOT NULL,
	safety jsonb,
	regular_usd_cents bigint,
	regular_eur_cents bigint,
	sale_usd_cents bigint,
	sale_eur_cents bigint,
	sale_from timestamptz,
	sale_to timestamptz,
	is_custom boolean DEFAULT false NOT NULL,
	recalled_at timestamptz,
	recall_text text DEFAULT '' NOT NULL,
	CONSTRAINT products_class_check CHECK (shipping_class IN ('parcel', 'freight')),
	CONSTRAINT products_content_check CHECK (num_nulls(content_amount, content_unit) = ANY (ARRAY[0, 2])),
	CONSTRAINT products_images_check CHECK ((jsonb_array_length(jsonb_path_query_array(images,
		'$[*]?(!(@."url" starts with "/drawings/"))'::jsonpath)) <= 5) AND (jsonb_array_length(images) <= 6)),
	CONSTRAINT products_lead_time_check CHECK ((lead_time_days >= 0) AND (lead_time_days <= 365)),
	CONSTRAINT products_package_check CHECK (num_nulls(package_length_mm, package_width_mm, package_height_mm) = ANY (ARRAY[0, 3])),
	CONSTRAINT products_price_check CHECK ((price_usd_cents > 0) AND (price_eur_cents > 0)),
	CONSTRAINT products_quantities_check CHECK ((min_quantity >= 1) AND (quantity_step >= 1)),
	CONSTRAINT products_sale_check CHECK (num_nulls(sale_usd_cents, sale_eur_cents) = ANY (ARRAY[0, 2])),
	CONSTRAINT products_status_check CHECK (status IN ('Active', 'Inactive', 'Suspended', 'Deleted')),
	CONSTRAINT products_stock_check CHECK (stock >= 0),
	CONSTRAINT products_type_check CHECK (type IN ('machine', 'material')),
	CONSTRAINT products_id_business_key UNIQUE (id, business_id),
	CONSTRAINT products_pkey PRIMARY KEY (id),
	CONSTRAINT products_slug_unique UNIQUE (slug)
)
WITH (fillfactor='70');

CREATE TABLE promotion_uses (
	order_id uuid NOT NULL,
	promotion_id uuid NOT NULL,
	user_id uuid NOT NULL,
	at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT promotion_uses_pkey PRIMARY KEY (order_id)
);

CREATE TABLE promotions (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	code text NOT NULL,
	type text NOT NULL,
	percent_hundredths integer,
	value_usd_cents bigint,
	value_eur_cents bigint,
	minimum_usd_cents bigint,
	minimum_eur_cents bigint,
	description text DEFAULT '' NOT NULL,
	is_active boolean DEFAULT true NOT NULL,
	hinted boolean DEFAULT false NOT NULL,
	starts_at timestamptz,
	ends_at timestamptz,
	usage_limit integer,
	per_customer_limit integer,
	times_used integer DEFAULT 0 NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	deleted_at timestamptz,
	deleted_by uuid,
	includes_freight boolean DEFAULT false NOT NULL,
	CONSTRAINT promotions_percent_check CHECK ((percent_hundredths >= 0) AND (percent_hundredths <= 10000)),
	CONSTRAINT promotions_type_check CHECK (type IN ('percentage', 'fixed', 'shipping')),
	CONSTRAINT promotions_usage_check CHECK ((times_used >= 0) AND ((usage_limit IS NULL) OR (times_used <= usage_limit))),
	CONSTRAINT promotions_value_check CHECK ( CASE type WHEN 'percentage' THEN (percent_hundredths IS NOT NULL) WHEN 'fixed' THEN
		((value_usd_cents > 0) AND (value_eur_cents > 0)) ELSE true END),
	CONSTRAINT promotions_pkey PRIMARY KEY (id)
);

CREATE UNLOGGED TABLE rate_limits (
	key character varying(255) NOT NULL,
	points integer DEFAULT 0 NOT NULL,
	expire bigint,
	CONSTRAINT rate_limits_pkey PRIMARY KEY (key)
);

CREATE TABLE recovery_codes (
	user_id uuid NOT NULL,
	hash text NOT NULL,
	used_at timestamptz,
	CONSTRAINT recovery_codes_user_id_hash_pk PRIMARY KEY (user_id, hash)
);

CREATE TABLE refund_lines (
	refund_id uuid NOT NULL,
	line_id uuid NOT NULL,
	quantity integer NOT NULL,
	amount_cents bigint NOT NULL,
	CONSTRAINT refund_lines_amount_check CHECK (amount_cents >= 0),
	CONSTRAINT refund_lines_quantity_check CHECK (quantity > 0),
	CONSTRAINT refund_lines_refund_id_line_id_pk PRIMARY KEY (refund_id, line_id)
);

CREATE TABLE refund_shares (
	refund_id uuid CONSTRAINT refund_parts_refund_id_not_null NOT NULL,
	business_id uuid CONSTRAINT refund_parts_business_id_not_null NOT NULL,
	amount_cents bigint CONSTRAINT refund_parts_amount_cents_not_null NOT NULL,
	tax_cents bigint,
	CONSTRAINT refund_shares_amount_check CHECK (amount_cents > 0),
	CONSTRAINT refund_shares_refund_id_business_id_pk PRIMARY KEY (refund_id, business_id)
);

CREATE TABLE refunds (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	order_id uuid NOT NULL,
	amount_cents bigint NOT NULL,
	currency text NOT NULL,
	reason text NOT NULL,
	cause text NOT NULL,
	status text DEFAULT 'requested' NOT NULL,
	reference text,
	problem text,
	actor_id uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	settled_at timestamptz,
	CONSTRAINT refunds_amount_check CHECK (amount_cents > 0),
	CONSTRAINT refunds_status_check CHECK (status IN ('requested', 'settled', 'failed')),
	CONSTRAINT refunds_cause_unique UNIQUE (cause),
	CONSTRAINT refunds_pkey PRIMARY KEY (id)
);

CREATE TABLE return_lines (
	return_id uuid NOT NULL,
	line_id uuid NOT NULL,
	quantity integer NOT NULL,
	amount_cents bigint NOT NULL,
	is_restocked boolean DEFAULT false NOT NULL,
	CONSTRAINT return_lines_amount_check CHECK (amount_cents >= 0),
	CONSTRAINT return_lines_quantity_check CHECK (quantity > 0),
	CONSTRAINT return_lines_return_id_line_id_pk PRIMARY KEY (return_id, line_id)
);

CREATE TABLE returns (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	number text NOT NULL,
	order_id uuid NOT NULL,
	business_id uuid NOT NULL,
	user_id uuid NOT NULL,
	status text DEFAULT 'requested' NOT NULL,
	reason text NOT NULL,
	note text DEFAULT '' NOT NULL,
	photos jsonb DEFAULT '[]' NOT NULL,
	answer text,
	refund_id uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	withdrawal_id uuid,
	deduction_cents bigint DEFAULT 0 NOT NULL,
	deduction_reason text DEFAULT '' NOT NULL,
	shipping_cents bigint DEFAULT 0 NOT NULL,
	CONSTRAINT returns_deduction_check CHECK (deduction_cents >= 0),
	CONSTRAINT returns_status_check CHECK (status IN ('requested', 'approved', 'received', 'refunded', 'declined')),
	CONSTRAINT returns_number_unique UNIQUE (number),
	CONSTRAINT returns_pkey PRIMARY KEY (id)
);

CREATE TABLE revisions (
	name text NOT NULL,
	value bigint DEFAULT 0 NOT NULL,
	stamp uuid,
	CONSTRAINT revisions_pkey PRIMARY KEY (name)
);

CREATE TABLE saved_views (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	user_id uuid NOT NULL,
	grid text NOT NULL,
	label text NOT NULL,
	query text NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT saved_views_label UNIQUE (user_id, grid, label),
	CONSTRAINT saved_views_pkey PRIMARY KEY (id)
);

CREATE TABLE search_clicks (
	day date NOT NULL,
	language text NOT NULL,
	query text NOT NULL,
	kind text NOT NULL,
	entity_id text NOT NULL,
	clicks integer DEFAULT 1 NOT NULL,
	CONSTRAINT search_clicks_kind_check CHECK (kind IN ('product', 'business', 'article', 'page', 'term')),
	CONSTRAINT search_clicks_language_check CHECK (language IN ('en', 'de', 'fr')),
	CONSTRAINT search_clicks_query_check CHECK (length(query) <= 60),
	CONSTRAINT search_clicks_day_language_query_kind_entity_id_pk PRIMARY KEY (day, language, query, kind, entity_id)
);

CREATE TABLE search_days (
	day date NOT NULL,
	searches integer DEFAULT 0 NOT NULL,
	nothing integer DEFAULT 0 NOT NULL,
	corrected integer DEFAULT 0 NOT NULL,
	top_clicks integer DEFAULT 0 NOT NULL,
	CONSTRAINT search_days_pkey PRIMARY KEY (day)
);

CREATE TABLE search_documents (
	product_id uuid NOT NULL,
	title tsvector DEFAULT ''::tsvector NOT NULL,
	words tsvector DEFAULT ''::tsvector NOT NULL,
	codes text[] DEFAULT '{}'::text[] NOT NULL,
	role smallint DEFAULT 4 NOT NULL,
	is_stale boolean DEFAULT true NOT NULL,
	CONSTRAINT search_documents_pkey PRIMARY KEY (product_id)
);

CREATE TABLE search_quality (
	id smallint DEFAULT 1 NOT NULL,
	measured_at timestamptz DEFAULT now() NOT NULL,
	report jsonb NOT NULL,
	CONSTRAINT search_quality_id_check CHECK (id = 1),
	CONSTRAINT search_quality_pkey PRIMARY KEY (id)
);

CREATE TABLE search_synonyms (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	language text NOT NULL,
	kind text NOT NULL,
	terms text[] NOT NULL,
	targets text[] DEFAULT '{}'::text[] NOT NULL,
	answer jsonb,
	note text DEFAULT '' NOT NULL,
	is_active boolean DEFAULT true NOT NULL,
	origin text NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	updated_by uuid,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT search_synonyms_kind_check CHECK (kind IN ('same', 'finds', 'instead', 'answer')),
	CONSTRAINT search_synonyms_language_check CHECK (language IN ('en', 'de', 'fr')),
	CONSTRAINT search_synonyms_terms_check CHECK (cardinality(terms) BETWEEN 1 AND 12 AND cardinality(targets) <= 12),
	CONSTRAINT search_synonyms_pkey PRIMARY KEY (id)
);

CREATE TABLE search_words (
	word text NOT NULL,
	documents integer DEFAULT 0 NOT NULL,
	CONSTRAINT search_words_pkey PRIMARY KEY (word)
);

CREATE TABLE seller_orders (
	order_id uuid CONSTRAINT order_parts_order_id_not_null NOT NULL,
	business_id uuid CONSTRAINT order_parts_business_id_not_null NOT NULL,
	business_name text CONSTRAINT order_parts_business_name_not_null NOT NULL,
	status text DEFAULT 'pending' CONSTRAINT order_parts_status_not_null NOT NULL,
	carrier text,
	tracking_number text,
	subtotal_cents bigint CONSTRAINT order_parts_subtotal_cents_not_null NOT NULL,
	discount_cents bigint CONSTRAINT order_parts_discount_cents_not_null NOT NULL,
	shipping_cents bigint CONSTRAINT order_parts_shipping_cents_not_null NOT NULL,
	tax_cents bigint CONSTRAINT order_parts_tax_cents_not_null NOT NULL,
	total_cents bigint CONSTRAINT order_parts_total_cents_not_null NOT NULL,
	updated_at timestamptz DEFAULT now() CONSTRAINT order_parts_updated_at_not_null NOT NULL,
	commission_cents bigint DEFAULT 0 CONSTRAINT order_parts_commission_cents_not_null NOT NULL,
	refunded_cents bigint DEFAULT 0 CONSTRAINT order_parts_refunded_cents_not_null NOT NULL,
	shipped_at timestamptz,
	delivered_at timestamptz,
	placed_at timestamptz CONSTRAINT order_parts_placed_at_not_null NOT NULL,
	is_shown boolean CONSTRAINT order_parts_is_shown_not_null NOT NULL,
	estimated_delivery date,
	has_freight boolean DEFAULT false NOT NULL,
	CONSTRAINT seller_orders_refund_check CHECK ((refunded_cents >= 0) AND (refunded_cents <= total_cents)),
	CONSTRAINT seller_orders_status_check CHECK (status IN ('pending', 'processing', 'shipped', 'delivered', 'cancelled')),
	CONSTRAINT seller_orders_order_id_business_id_pk PRIMARY KEY (order_id, business_id)
);

CREATE TABLE sessions (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	token_hash text NOT NULL,
	user_id uuid NOT NULL,
	user_agent text DEFAULT '' NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	last_seen_at timestamptz DEFAULT now() NOT NULL,
	idle_expires_at timestamptz NOT NULL,
	expires_at timestamptz NOT NULL,
	step_up_at timestamptz,
	method text,
	network text,
	wrote_at timestamptz,
	CONSTRAINT sessions_pkey PRIMARY KEY (id),
	CONSTRAINT "sessions_tokenHash_unique" UNIQUE (token_hash)
);

CREATE TABLE settings (
	name text NOT NULL,
	value jsonb NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT settings_pkey PRIMARY KEY (name)
);

CREATE TABLE shipping_rates (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	zone_id uuid NOT NULL,
	"position" integer NOT NULL,
	class text NOT NULL,
	method text NOT NULL,
	min_grams integer NOT NULL,
	max_grams integer,
	price_usd_cents bigint,
	price_eur_cents bigint,
	per_kg_usd_cents bigint DEFAULT 0 NOT NULL,
	per_kg_eur_cents bigint DEFAULT 0 NOT NULL,
	free_from_usd_cents bigint,
	free_from_eur_cents bigint,
	volume_divisor integer,
	max_unit_grams integer,
	max_longest_mm integer,
	max_girth_mm integer,
	min_days integer NOT NULL,
	max_days integer NOT NULL,
	carrier text,
	extras jsonb DEFAULT '[]' NOT NULL,
	CONSTRAINT shipping_rates_band_check CHECK ((min_grams >= 0) AND ((max_grams IS NULL) OR (max_grams > min_grams))),
	CONSTRAINT shipping_rates_class_check CHECK (class IN ('parcel', 'freight')),
	CONSTRAINT shipping_rates_days_check CHECK ((min_days >= 0) AND (min_days <= max_days)),
	CONSTRAINT shipping_rates_method_check CHECK (method IN ('standard', 'express', 'overnight')),
	CONSTRAINT shipping_rates_price_check CHECK ((num_nulls(price_usd_cents, price_eur_cents) = ANY (ARRAY[0, 2])) AND
		(num_nulls(free_from_usd_cents, free_from_eur_cents) = ANY (ARRAY[0, 2])) AND (LEAST(price_usd_cents, price_eur_cents, per_kg_usd_cents,
		per_kg_eur_cents, free_from_usd_cents, free_from_eur_cents) >= 0)),
	CONSTRAINT shipping_rates_pkey PRIMARY KEY (id)
);

CREATE TABLE shipping_zone_areas (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	zone_id uuid NOT NULL,
	"position" integer NOT NULL,
	country text NOT NULL,
	state text,
	postcode_from text,
	postcode_to text,
	CONSTRAINT shipping_zone_areas_pkey PRIMARY KEY (id)
);

CREATE TABLE shipping_zones (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	business_id uuid,
	name text NOT NULL,
	dispatch_countries text[] DEFAULT '{}'::text[] NOT NULL,
	"position" integer NOT NULL,
	follows_settings boolean DEFAULT false NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT shipping_zones_pkey PRIMARY KEY (id)
);

CREATE TABLE staff_notes (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	order_id uuid,
	user_id uuid,
	text text NOT NULL,
	author_id uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT staff_notes_subject_check CHECK (num_nonnulls(order_id, user_id) = 1),
	CONSTRAINT staff_notes_pkey PRIMARY KEY (id)
);

CREATE TABLE stock_movements (
	id bigserial,
	product_id uuid NOT NULL,
	delta integer NOT NULL,
	reason text NOT NULL,
	reference text NOT NULL,
	actor_id uuid,
	at timestamptz DEFAULT now() NOT NULL,
	version integer,
	CONSTRAINT stock_movements_delta_check CHECK (delta <> 0),
	CONSTRAINT stock_movements_once UNIQUE (product_id, reason, reference),
	CONSTRAINT stock_movements_pkey PRIMARY KEY (id)
);

CREATE TABLE tax_exemptions (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	user_id uuid NOT NULL,
	country text DEFAULT 'US' NOT NULL,
	states text[] NOT NULL,
	kind text NOT NULL,
	number text NOT NULL,
	file text NOT NULL,
	valid_to date,
	status text DEFAULT 'waiting' NOT NULL,
	reason text DEFAULT '' NOT NULL,
	reviewer_id uuid,
	reviewed_at timestamptz,
	reminded_at timestamptz,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT tax_exemptions_kind_check CHECK (kind IN ('resale', 'manufacturing', 'government', 'nonprofit', 'other')),
	CONSTRAINT tax_exemptions_states_check CHECK (cardinality(states) > 0),
	CONSTRAINT tax_exemptions_status_check CHECK (status IN ('waiting', 'accepted', 'refused', 'expired')),
	CONSTRAINT tax_exemptions_file_unique UNIQUE (file),
	CONSTRAINT tax_exemptions_pkey PRIMARY KEY (id)
);

CREATE TABLE tax_refusals (
	day date NOT NULL,
	country text NOT NULL,
	buyers integer DEFAULT 1 NOT NULL,
	CONSTRAINT tax_refusals_buyers_check CHECK (buyers > 0),
	CONSTRAINT tax_refusals_day_country_pk PRIMARY KEY (day, country)
);

CREATE TABLE tax_registrations (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	business_id uuid,
	country text NOT NULL,
	state text,
	scheme text NOT NULL,
	number text NOT NULL,
	is_below_threshold boolean DEFAULT false NOT NULL,
	note text DEFAULT '' NOT NULL,
	valid_from date NOT NULL,
	valid_to date,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT tax_registrations_days_check CHECK (valid_to >= valid_from),
	CONSTRAINT tax_registrations_scheme_check CHECK (scheme IN ('domestic', 'oss', 'ioss', 'sales_tax')),
	CONSTRAINT tax_registrations_overlap EXCLUDE USING gist (int8range((hashtextextended(((((((COALESCE((business_id)::text, '') || '/') ||
		scheme) || '/') || country) || '/') || COALESCE(state, '')), (0)::bigint) / 2), (hashtextextended(((((((COALESCE((business_id)::text,
		'') || '/') || scheme) || '/') || country) || '/') || COALESCE(state, '')), (0)::bigint) / 2), '[]') WITH &&, daterange(valid_from,
		valid_to, '[]') WITH &&),
	CONSTRAINT tax_registrations_pkey PRIMARY KEY (id)
);

CREATE TABLE tax_rules (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	country text NOT NULL,
	state text,
	postcode_from text,
	postcode_to text,
	tax_class text DEFAULT 'standard' NOT NULL,
	rate integer NOT NULL,
	ships_taxed boolean DEFAULT true NOT NULL,
	name text DEFAULT '' NOT NULL,
	valid_from date NOT NULL,
	valid_to date,
	source text DEFAULT '' NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT tax_rules_class_check CHECK (tax_class IN ('standard', 'reduced', 'zero')),
	CONSTRAINT tax_rules_days_check CHECK (valid_to >= valid_from),
	CONSTRAINT tax_rules_postcode_check CHECK (num_nulls(postcode_from, postcode_to) = ANY (ARRAY[0, 2])),
	CONSTRAINT tax_rules_rate_check CHECK ((rate >= 0) AND (rate <= 1000000)),
	CONSTRAINT tax_rules_overlap EXCLUDE USING gist (int8range((hashtextextended(((((((((country || '/') || COALESCE(state, '')) || '/') ||
		COALESCE(postcode_from, '')) || '/') || COALESCE(postcode_to, '')) || '/') || tax_class), (0)::bigint) / 2),
		(hashtextextended(((((((((country || '/') || COALESCE(state, '')) || '/') || COALESCE(postcode_from, '')) || '/') ||
		COALESCE(postcode_to, '')) || '/') || tax_class), (0)::bigint) / 2), '[]') WITH &&, daterange(valid_from, valid_to, '[]') WITH &&),
	CONSTRAINT tax_rules_pkey PRIMARY KEY (id)
);

CREATE TABLE tax_transactions (
	calculation_id text NOT NULL,
	order_id uuid NOT NULL,
	transaction_id text,
	created_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT tax_transactions_pkey PRIMARY KEY (calculation_id)
);

CREATE TABLE user_passkeys (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	user_id uuid NOT NULL,
	credential_id text NOT NULL,
	public_key bytea NOT NULL,
	counter bigint NOT NULL,
	transports text[] NOT NULL,
	backed_up boolean NOT NULL,
	name text NOT NULL,
	created_at timestamptz DEFAULT now() NOT NULL,
	last_used_at timestamptz,
	CONSTRAINT user_passkeys_credential_key UNIQUE (credential_id),
	CONSTRAINT user_passkeys_pkey PRIMARY KEY (id)
);

CREATE TABLE user_tokens (
	token_hash text NOT NULL,
	user_id uuid NOT NULL,
	purpose text NOT NULL,
	new_email text,
	created_at timestamptz DEFAULT now() NOT NULL,
	expires_at timestamptz NOT NULL,
	used_at timestamptz,
	CONSTRAINT user_tokens_purpose_check CHECK (purpose IN ('reset', 'verify', 'invite', 'bootstrap', 'undo_email')),
	CONSTRAINT user_tokens_pkey PRIMARY KEY (token_hash)
);

CREATE TABLE user_totp (
	user_id uuid NOT NULL,
	secret bytea NOT NULL,
	confirmed_at timestamptz,
	last_step bigint,
	CONSTRAINT user_totp_pkey PRIMARY KEY (user_id)
);

CREATE TABLE users (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	name text NOT NULL,
	email text NOT NULL,
	password_hash text,
	must_change_password boolean DEFAULT false NOT NULL,
	role text NOT NULL,
	status text DEFAULT 'Active' NOT NULL,
	business_id uuid,
	email_verified_at timestamptz,
	created_at timestamptz DEFAULT now() NOT NULL,
	updated_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	deleted_at timestamptz,
	pending_email text,
	last_signed_in_at timestamptz DEFAULT now() NOT NULL,
	CONSTRAINT users_role_check CHECK (role IN ('super_admin', 'application_admin', 'business_admin', 'customer')),
	CONSTRAINT users_status_check CHECK (status IN ('Active', 'Inactive', 'Suspended', 'Deleted')),
	CONSTRAINT users_pkey PRIMARY KEY (id)
);

CREATE TABLE vat_checks (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	vat_id text NOT NULL,
	status text NOT NULL,
	name text DEFAULT '' NOT NULL,
	address text DEFAULT '' NOT NULL,
	consultation text DEFAULT '' NOT NULL,
	checked_at timestamptz DEFAULT now() NOT NULL,
	source text NOT NULL,
	note text DEFAULT '' NOT NULL,
	confirmed_by uuid,
	attempts integer DEFAULT 0 NOT NULL,
	first_failed_at timestamptz,
	next_check_at timestamptz,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT vat_checks_source_check CHECK (source IN ('vies', 'staff')),
	CONSTRAINT vat_checks_status_check CHECK (status IN ('valid', 'invalid', 'unavailable')),
	CONSTRAINT vat_checks_pkey PRIMARY KEY (id),
	CONSTRAINT vat_checks_vat_id_unique UNIQUE (vat_id)
);

CREATE TABLE withdrawals (
	id uuid DEFAULT gen_random_uuid() NOT NULL,
	number text,
	order_id uuid,
	order_number text NOT NULL,
	name text NOT NULL,
	email text NOT NULL,
	user_id uuid,
	lines jsonb,
	items text DEFAULT '' NOT NULL,
	statement text NOT NULL,
	token_hash text,
	received_at timestamptz,
	status text DEFAULT 'received' NOT NULL,
	answer text DEFAULT '' NOT NULL,
	decided_at timestamptz,
	decided_by uuid,
	created_at timestamptz DEFAULT now() NOT NULL,
	version integer DEFAULT 1 NOT NULL,
	CONSTRAINT withdrawals_number_check CHECK (num_nulls(number, received_at) = ANY (ARRAY[0, 2])),
	CONSTRAINT withdrawals_status_check CHECK (status IN ('received', 'accepted', 'refused', 'refunded')),
	CONSTRAINT withdrawals_number_unique UNIQUE (number),
	CONSTRAINT withdrawals_pkey PRIMARY KEY (id)
);

CREATE TABLE zero_result_counts (
	language text NOT NULL,
	term text NOT NULL,
	times integer DEFAULT 1 NOT NULL,
	first_at timestamptz,
	last_at timestamptz DEFAULT now() NOT NULL,
	dismissed_at timestamptz,
	dismissed_by uuid,
	CONSTRAINT zero_result_counts_language_check CHECK (language IN ('en', 'de', 'fr')),
	CONSTRAINT zero_result_counts_term_language_pk PRIMARY KEY (term, language)
);

-- Before `zero_result_counts`, which has them by language.
CREATE TABLE zero_result_searches (
	term text CONSTRAINT search_misses_term_not_null NOT NULL,
	times integer DEFAULT 1 CONSTRAINT search_misses_times_not_null NOT NULL,
	last_at timestamptz DEFAULT now() CONSTRAINT search_misses_last_at_not_null NOT NULL,
	language text DEFAULT 'en' NOT NULL,
	dismissed_at timestamptz,
	dismissed_by uuid,
	CONSTRAINT zero_result_searches_pkey PRIMARY KEY (term)
);

-- The application writes documents in the transaction of each change and clears the mark; what changes without it is found by the mark.
CREATE FUNCTION add_search_documents() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.search_documents ("product_id") SELECT p."id" FROM added p ORDER BY 1 ON CONFLICT DO NOTHING;
	RETURN NULL;
END $$;

-- Words of two letters and more: a query is split and joined by the words that are known.
CREATE FUNCTION words_of(given text) RETURNS SETOF text LANGUAGE sql IMMUTABLE AS $$
	SELECT word FROM regexp_split_to_table(given, '[^a-z0-9]+') AS word WHERE length(word) BETWEEN 2 AND 40
$$;

-- Sorted, so that two writers with the same new words wait for each other in one order. Words that are known are not touched.
CREATE FUNCTION add_search_words(given text) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.search_words ("word") SELECT DISTINCT word COLLATE "C" AS word FROM public.words_of(given) AS word ORDER BY 1 ON CONFLICT DO NOTHING
$$;

-- All new products of a statement at once: an import inserts hundreds.
CREATE FUNCTION add_words_of_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM public.add_search_words((SELECT string_agg(split_part(p."search_text", chr(31), 1), ' ') FROM added p));
	RETURN NULL;
END $$;

CREATE FUNCTION add_words_of_row() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_table_name = 'categories' THEN
		PERFORM public.add_search_words(public.normalize_for_search(new."label"));
	ELSIF tg_table_name = 'businesses' THEN
		PERFORM public.add_search_words(public.normalize_for_search(concat_ws(' ', new."name", new."description", new."city", new."country")));
	ELSE
		PERFORM public.add_search_words(split_part(new."search_text", chr(31), 1));
	END IF;
	RETURN NULL;
END $$;

CREATE FUNCTION count_deliveries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op <> 'INSERT' AND old."status" = 'delivered' THEN
		PERFORM public.count_delivery(old, -1);
	END IF;
	IF tg_op <> 'DELETE' AND new."status" = 'delivered' THEN
		PERFORM public.count_delivery(new, 1);
	END IF;
	RETURN NULL;
END $$;

-- A delivery counts once for each line that was promised, by its own day; a seller order without promises counts once, by its day.
CREATE FUNCTION count_delivery(delivery seller_orders, change integer) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.delivery_days AS d ("business_id", "day", "deliveries", "on_time")
		SELECT delivery.business_id, at.day, change * greatest(promised.lines, 1), change * CASE
			WHEN promised.lines > 0 THEN promised.on_time
			WHEN at.day <= coalesce(delivery.estimated_delivery, o."estimated_delivery") THEN 1
			ELSE 0 END
		FROM public.orders o, (SELECT (delivery.updated_at AT TIME ZONE 'UTC')::date AS day) AS at,
			LATERAL (
				SELECT count(l."promised_to")::int AS lines, (count(*) FILTER (WHERE at.day <= l."promised_to"))::int AS on_time
				FROM public.order_lines l WHERE l."order_id" = delivery.order_id AND l."business_id" = delivery.business_id
			) AS promised
		WHERE o."id" = delivery.order_id
		ON CONFLICT ("business_id", "day") DO UPDATE SET "deliveries" = d."deliveries" + excluded."deliveries", "on_time" = d."on_time" + excluded."on_time"
$$;

-- Without sequential scans, as `fit_product`.
CREATE FUNCTION fit_added_products() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO 'off' AS $$
DECLARE
	came text[];
	ids uuid[];
BEGIN
	SELECT array_agg(DISTINCT lower("name")), array_agg("id") FILTER (WHERE public.fitted_machines("specifications") <> '{}') INTO came, ids FROM added;
	IF ids IS NOT NULL THEN PERFORM public.link_fits(ids); END IF;
	SELECT array_agg(p."id") INTO ids FROM public.products AS p
		WHERE public.fitted_machines(p."specifications") && came AND public.fitted_machines(p."specifications") <> '{}' AND EXISTS (
			SELECT FROM unnest(came) AS name WHERE name = ANY (public.fitted_machines(p."specifications"))
				AND name <> ALL (ARRAY(SELECT f."label" FROM public.product_fits AS f WHERE f."product_id" = p."id")));
	IF ids IS NOT NULL THEN PERFORM public.link_fits(ids); END IF;
	RETURN NULL;
END $$;

-- Products that name a new one are linked to it only where they lack this link: many products of one name would read all of their parts
-- each time. Without sequential scans: a plan that was made while the shop had few products would read all of them for each new one.
CREATE FUNCTION fit_product() RETURNS trigger LANGUAGE plpgsql SET enable_seqscan TO 'off' AS $$
DECLARE
	names text[] := public.fitted_machines(new."specifications");
	former text[] := '{}';
	naming uuid[];
BEGIN
	IF tg_op = 'UPDATE' THEN former := public.fitted_machines(old."specifications"); END IF;
	IF names <> former THEN
		DELETE FROM public.product_fits WHERE "product_id" = new."id" AND "label" = ANY (former) AND "label" <> ALL (names);
		PERFORM public.link_fits(ARRAY[new."id"]);
	END IF;
	IF tg_op = 'INSERT' OR lower(new."name") <> lower(old."name") THEN
		SELECT array_agg(p."id") INTO naming FROM public.products AS p
			WHERE public.fitted_machines(p."specifications") @> ARRAY[lower(new."name")] AND public.fitted_machines(p."specifications") <> '{}' AND p."id" <> new."id"
				AND NOT EXISTS (SELECT FROM public.product_fits AS f WHERE f."product_id" = p."id" AND f."label" = lower(new."name"));
		IF naming IS NOT NULL THEN PERFORM public.link_fits(naming); END IF;
	END IF;
	RETURN NULL;
END $$;

-- Names of the machines in a product's specification `Fits`, a list with commas or semicolons between them.
CREATE FUNCTION fitted_machines(specifications jsonb) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
	SELECT coalesce(array_agg(name), '{}') FROM jsonb_array_elements(specifications) AS row,
		unnest(string_to_array(regexp_replace(lower(trim(row ->> 'value')), '\s*[,;]\s*', ',', 'g'), ',')) AS name
		WHERE lower(trim(row ->> 'name')) = 'fits'
$$;

-- A server of the version before knows no sales: the price that it writes while one is on is the regular one. Ours changes another of these
-- columns, too.
CREATE FUNCTION keep_regular_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF (new."regular_usd_cents", new."regular_eur_cents", new."sale_usd_cents", new."sale_eur_cents")
		IS NOT DISTINCT FROM (old."regular_usd_cents", old."regular_eur_cents", old."sale_usd_cents", old."sale_eur_cents") THEN
		IF new."price_usd_cents" <> old."price_usd_cents" THEN new."regular_usd_cents" := new."price_usd_cents"; END IF;
		IF new."price_eur_cents" <> old."price_eur_cents" THEN new."regular_eur_cents" := new."price_eur_cents"; END IF;
		new."price_usd_cents" := old."price_usd_cents";
		new."price_eur_cents" := old."price_eur_cents";
	END IF;
	RETURN new;
END $$;

-- Links products to those that their row `Fits` names and that they have no link to yet: one of the same business first, then a public one,
-- then the oldest. The labels of each product are read by its key, however many products there are.
CREATE FUNCTION link_fits(ids uuid[]) RETURNS void LANGUAGE sql AS $$
	INSERT INTO public.product_fits ("product_id", "target_id", "label", "position")
		SELECT p."id", target."id", named.name, named.place
		FROM public.products AS p
		CROSS JOIN LATERAL unnest(public.fitted_machines(p."specifications")) WITH ORDINALITY AS named (name, place)
		CROSS JOIN LATERAL (
			SELECT m."id" FROM public.products AS m
			WHERE lower(m."name") COLLATE "C" = named.name AND m."id" <> p."id" AND m."status" <> 'Deleted'
			ORDER BY m."business_id" = p."business_id" DESC, m."is_public" DESC, m."created_at", m."id" LIMIT 1
		) AS target
		WHERE p."id" = ANY (ids) AND named.name <> ALL (ARRAY(SELECT f."label" FROM public.product_fits AS f WHERE f."product_id" = p."id"))
		ORDER BY p."id", named.place
		ON CONFLICT DO NOTHING
$$;

-- Locks in the order of the ids, as everywhere; the statement after it sees what others have written meanwhile.
CREATE FUNCTION list_products_of_business() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	PERFORM FROM public.products p WHERE p."business_id" = new."id" ORDER BY p."id" FOR NO KEY UPDATE;
	UPDATE public.products p SET "is_public" = p."is_public"
		WHERE p."business_id" = new."id" AND p."is_public" <> (p."status" = 'Active' AND public.may_sell(new."id"));
	RETURN NULL;
END $$;

CREATE FUNCTION list_products_of_category() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	changed CONSTANT uuid := (CASE WHEN tg_op = 'DELETE' THEN to_jsonb(old) ELSE to_jsonb(new) END ->> tg_argv[0])::uuid;
	machines CONSTANT smallint := public.shop_place('machine', changed);
	materials CONSTANT smallint := public.shop_place('material', changed);
BEGIN
	PERFORM FROM public.products p WHERE p."category_id" = changed AND p."shop_place" <> CASE WHEN p."type" = 'material' THEN materials ELSE machines END
		ORDER BY p."id" FOR NO KEY UPDATE;
	UPDATE public.products p SET "shop_place" = p."shop_place"
		WHERE p."category_id" = changed AND p."shop_place" <> CASE WHEN p."type" = 'material' THEN materials ELSE machines END;
	RETURN NULL;
END $$;

CREATE FUNCTION mark_search_document() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.search_documents ("product_id") VALUES (new."id") ON CONFLICT ("product_id") DO UPDATE SET "is_stale" = true;
	RETURN NULL;
END $$;

CREATE FUNCTION may_sell(business_id uuid) RETURNS boolean LANGUAGE sql STABLE AS $$
	SELECT EXISTS (SELECT FROM public.businesses b WHERE b."id" = business_id AND b."status" = 'Active' AND b."business_status" = 'approved')
$$;

-- Servers from before documents wrote `invoices`: two triggers keep both tables equal.
CREATE FUNCTION mirror_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO public.invoices (number, order_id, issued_at) VALUES (NEW.number, NEW.order_id, NEW.issued_at) ON CONFLICT (order_id) DO NOTHING;
  RETURN NULL;
END $$;

-- Normalizes text as `normalized` of the server does.
CREATE FUNCTION normalize_for_search(given text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
	SELECT translate(lower(given), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ')
$$;

-- An invoice of such a server takes its number from the series.
CREATE FUNCTION number_older_invoice() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  taken integer;
BEGIN
  IF EXISTS (
    SELECT FROM public.documents d
    WHERE d.order_id = NEW.order_id AND d.kind = 'invoice' AND d.issuer_business_id IS NULL AND d.number = NEW.number
  ) THEN RETURN NEW; END IF;
  UPDATE public.document_series SET next = next + 1 WHERE issuer_business_id IS NULL AND kind = 'invoice' RETURNING next - 1 INTO taken;
  NEW.number := coalesce(taken, NEW.number);
  RETURN NEW;
END $$;

-- Raises a revision once a transaction. The triggers wait for the commit, so that the row is locked last and shortly.
CREATE FUNCTION raise_revision() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	revision constant text := tg_argv[0];
	raised bigint;
BEGIN
	IF coalesce(current_setting('reflute.raised_' || revision, true), '') = '' THEN
		PERFORM set_config('reflute.raised_' || revision, 'yes', true);
		INSERT INTO public.revisions AS r ("name", "value", "stamp") VALUES (revision, 1, gen_random_uuid())
			ON CONFLICT ("name") DO UPDATE SET "value" = r."value" + 1, "stamp" = excluded."stamp" RETURNING r."value" INTO raised;
		PERFORM pg_notify('reflute_revisions', revision || ':' || raised);
	END IF;
	RETURN NULL;
END $$;

-- The number of a row such as "430 mm", "17 in" or "about 68 dB(A) at 1 m (estimate)" in a unit, rounded; null for any other text.
CREATE FUNCTION read_quantity(value text, unit text, decimals integer) RETURNS numeric LANGUAGE plpgsql IMMUTABLE AS $$
DECLARE
	words text := regexp_replace(btrim(translate(lower(value), '²³' || chr(160) || chr(8239) || chr(8201) || '″”′’−', '23   ""''''-')), '\s+', ' ', 'g');
	parts text[];
	digits text;
	rest text;
	numerator numeric := 1;
	denominator numeric := 1;
	answer numeric;
BEGIN
	parts := regexp_match(regexp_replace(words, '^(about|approx\.|ca\.|up to|max\.) ', ''), '^(-?)([.,]?\d(?:[\d., '']*\d)?)\s*(.*)$');
	digits := parts[2];
	IF digits IS NULL OR length(digits) > 30 THEN RETURN NULL; END IF;
	digits := CASE
		WHEN digits ~ '^\d{1,3}([ '']\d{3})+([.,]\d+)?$' THEN replace(translate(digits, ' ''', ''), ',', '.')
		WHEN digits ~ '^[1-9]\d{0,2}(,\d{3})+(\.\d+)?$' THEN replace(digits, ',', '')
		WHEN digits ~ '^[1-9]\d{0,2}((\.\d{3})+,\d+|(\.\d{3}){2,})$' THEN replace(replace(digits, '.', ''), ',', '.')
		WHEN digits ~ '^\d*[.,]?\d+$' THEN replace(digits, ',', '.')
	END;
	rest := regexp_replace(regexp_replace(parts[3], '( at [^()]*)?( \([^()]*\))?$', ''), '\.$', '');
	IF parts[3] <> '' THEN
		IF unit IS NULL THEN RETURN NULL; END IF;
		SELECT f.numerator * t.denominator, f.denominator * t.numerator INTO numerator, denominator
			FROM public.unit_scale(rest) AS f JOIN public.unit_scale(translate(lower(unit), '²³', '23')) AS t USING (dimension);
	END IF;
	answer := round((parts[1] || digits)::numeric * numerator / denominator, decimals);
	RETURN CASE WHEN abs(answer) < 1000000000000 THEN answer END;
END $$;

-- Records a change of the price in force, the first time with the price before. None for a new product: a restored one brings its prices
-- along.
CREATE FUNCTION record_price() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.product_prices ("product_id", "usd_cents", "eur_cents", "at")
		SELECT old."id", old."price_usd_cents", old."price_eur_cents", old."created_at"
		WHERE NOT EXISTS (SELECT FROM public.product_prices p WHERE p."product_id" = old."id");
	INSERT INTO public.product_prices ("product_id", "usd_cents", "eur_cents", "at") VALUES (new."id", new."price_usd_cents", new."price_eur_cents",
		CASE WHEN new."regular_usd_cents" IS NULL THEN now() ELSE greatest(now(), new."sale_from") END);
	RETURN NULL;
END $$;

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- the purge says up to when; its transaction alone has the setting
  IF TG_OP = 'DELETE' AND TG_TABLE_NAME = 'audit_entries' THEN
    IF OLD.at < nullif(current_setting('reflute.purge_before', true), '')::timestamptz THEN
      RETURN OLD;
    END IF;
  END IF;
  RAISE EXCEPTION 'the audit log is append-only' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_document_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'a document never changes' USING ERRCODE = 'restrict_violation';
END $$;

CREATE FUNCTION refuse_e_invoice_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' OR OLD.made_at IS NOT NULL OR NEW.document_id <> OLD.document_id OR NEW.form <> OLD.form OR NEW.buyer_reference <> OLD.buyer_reference THEN
    RAISE EXCEPTION 'an e-invoice is written once' USING ERRCODE = 'restrict_violation';
  END IF;
  RETURN NEW;
END $$;

-- Locks in the order of the ids, as everywhere; the statement after it sees what others have written meanwhile.
CREATE FUNCTION rename_in_search_texts() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_table_name = 'businesses' THEN
		PERFORM FROM public.products p WHERE p."business_id" = new."id" ORDER BY p."id" FOR NO KEY UPDATE;
		UPDATE public.products p SET "search_text" = p."search_text" WHERE p."business_id" = new."id";
	ELSE
		PERFORM FROM public.products p WHERE p."category_id" = new."id" ORDER BY p."id" FOR NO KEY UPDATE;
		UPDATE public.products p SET "search_text" = p."search_text" WHERE p."category_id" = new."id";
	END IF;
	RETURN NULL;
END $$;

-- Whoever changes a product has locked its row, and whoever changes a business locks the rows of all its products: both see each other's
-- change there. A new product has no row that the other could lock, nor has one that moves to the business: they lock the business. A
-- recalled product leaves the lists and cannot be sold; its page stays, with the recall.
CREATE FUNCTION set_listing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' OR new."business_id" IS DISTINCT FROM old."business_id" THEN
		PERFORM FROM public.businesses b WHERE b."id" = new."business_id" FOR SHARE;
	END IF;
	new."is_public" := new."status" = 'Active' AND new."recalled_at" IS NULL AND public.may_sell(new."business_id");
	new."in_stock" := new."stock" >= new."min_quantity";
	new."shop_place" := coalesce(public.shop_place(new."type", new."category_id"), 0);
	RETURN new;
END $$;

-- Adds the names of a product's category and business to its own text. Every word of them follows chr(31): a search for a word anywhere
-- finds it, one for a word that follows a space does not, and what stands before the first chr(31) is the product's own text. Whoever
-- renames a business locks the rows of all its products, and this reads the names once it has the row: both see each other's change there.
-- A new product has no row that the other could lock, nor has one that moves to the business: they lock the business.
CREATE FUNCTION set_search_text() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
	names text;
BEGIN
	IF tg_op = 'INSERT' OR (new."business_id", new."category_id") IS DISTINCT FROM (old."business_id", old."category_id") THEN
		SELECT ' ' || c."label" || ' ' || b."name" INTO names FROM public.businesses b, public.categories c
			WHERE b."id" = new."business_id" AND c."id" = new."category_id" FOR SHARE;
	ELSE
		SELECT ' ' || c."label" || ' ' || b."name" INTO names FROM public.businesses b, public.categories c
			WHERE b."id" = new."business_id" AND c."id" = new."category_id";
	END IF;
	new."search_text" := split_part(new."search_text", chr(31), 1) || translate(public.normalize_for_search(coalesce(names, '')), E' \n', repeat(chr(31), 2));
	RETURN new;
END $$;

-- Random, not counted up: a restored database and a standby that takes over never use a value twice.
CREATE FUNCTION set_stamp() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	new."stamp" := gen_random_uuid();
	RETURN new;
END $$;

-- Place of a category among the featured products, by the value that it had in the first catalog.
CREATE FUNCTION shop_place(kind text, category_id uuid) RETURNS smallint LANGUAGE sql STABLE AS $$
	SELECT CASE base.value WHEN 'replacement-parts' THEN 3 WHEN 'accessories' THEN 2 ELSE CASE WHEN kind = 'material' THEN 1 ELSE 0 END END::smallint
	FROM (
		SELECT CASE WHEN c."value" = ANY (seeded) THEN c."value" ELSE
			(SELECT v."value" FROM public.category_values v WHERE v."category_id" = c."id" AND v."value" = ANY (seeded) ORDER BY v."created_at", v."value" LIMIT 1) END AS value
		FROM public.categories c, (VALUES (ARRAY['mat-maker', 'chip-maker', 'accessories', 'replacement-parts', 'mat', 'chip'])) AS s (seeded)
		WHERE c."id" = shop_place.category_id
	) AS base
$$;

CREATE FUNCTION type_added_products() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	INSERT INTO public.product_attributes ("product_id", "attribute_id", "number", "text", "choice")
		SELECT p."id", typed.* FROM added AS p CROSS JOIN LATERAL public.typed_specifications(p."specifications", p."category_id") AS typed ORDER BY 1, 2;
	RETURN NULL;
END $$;

CREATE FUNCTION type_product() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF tg_op = 'INSERT' OR new."specifications" IS DISTINCT FROM old."specifications" OR new."category_id" <> old."category_id" THEN
		PERFORM public.type_products(ARRAY[new."id"]);
	END IF;
	RETURN NULL;
END $$;

-- The values that the rows of a product give to the typed specifications of its category. A name that stands earlier in "names" goes first.
-- Each name is normalized and each value read once.
CREATE FUNCTION typed_specifications(specifications jsonb, category uuid) RETURNS TABLE(attribute_id uuid, number numeric, text text, choice text)
	LANGUAGE sql STABLE AS $$
	WITH named AS MATERIALIZED (
		SELECT lower(btrim(row.content ->> 'name')) AS name, row.content ->> 'value' AS value, row.place
		FROM jsonb_array_elements(specifications) WITH ORDINALITY AS row (content, place)
	)
	SELECT DISTINCT ON (a."id") a."id", read."number", read."text", read."choice"
	FROM public.category_attributes AS used
	JOIN public.attributes AS a ON a."id" = used."attribute_id"
	JOIN named ON named.name = ANY (a."names")
	CROSS JOIN LATERAL (SELECT
		CASE WHEN a."kind" = 'number' THEN public.read_quantity(named.value, a."unit", a."decimals") END AS "number",
		CASE WHEN a."kind" = 'text' THEN nullif(left(btrim(named.value), 200), '') END AS "text",
		CASE WHEN a."kind" = 'choice' THEN (
			SELECT c.content ->> 'value' FROM jsonb_array_elements(a."choices") AS c (content), lower(btrim(named.value)) AS typed
			WHERE typed IN (lower(c.content ->> 'label'), c.content ->> 'value') OR coalesce(c.content -> 'names', '[]'::jsonb) ? typed LIMIT 1
		) END AS "choice" OFFSET 0) AS read
	WHERE used."category_id" = category AND num_nonnulls(read."number", read."text", read."choice") = 1
	ORDER BY a."id", array_position(a."names", named.name), named.place
$$;

-- Writes the typed specifications of these products anew.
CREATE FUNCTION type_products(ids uuid[]) RETURNS void LANGUAGE sql AS $$
	DELETE FROM public.product_attributes WHERE "product_id" = ANY (ids);
	INSERT INTO public.product_attributes ("product_id", "attribute_id", "number", "text", "choice")
		SELECT p."id", typed.* FROM public.products AS p CROSS JOIN LATERAL public.typed_specifications(p."specifications", p."category_id") AS typed
		WHERE p."id" = ANY (ids);
$$;

-- Spellings of units, in small letters without superscripts, and how many of the first unit of the dimension one of them is
-- (domain/units.ts).
CREATE FUNCTION unit_scale(spelling text) RETURNS TABLE(dimension text, numerator numeric, denominator numeric) LANGUAGE sql IMMUTABLE AS $$
	SELECT dimension, numerator::numeric, denominator::numeric FROM (VALUES
		(ARRAY['mm', 'millimeter', 'millimeters', 'millimetre', 'millimetres'], 'length', 1, 1),
		(ARRAY['cm', 'centimeter', 'centimeters', 'centimetre', 'centimetres'], 'length', 10, 1),
		(ARRAY['m', 'meter', 'meters', 'metre', 'metres'], 'length', 1000, 1),
		(ARRAY['in', '"', 'inch', 'inches'], 'length', 254, 10),
		(ARRAY['ft', '''', 'foot', 'feet'], 'length', 3048, 10),
		(ARRAY['g', 'gram', 'grams'], 'mass', 1, 1),
		(ARRAY['kg', 'kgs', 'kilogram', 'kilograms'], 'mass', 1000, 1),
		(ARRAY['lb', 'lbs', 'pound', 'pounds'], 'mass', 45359237, 100000),
		(ARRAY['w', 'watt', 'watts'], 'power', 1, 1),
		(ARRAY['kw', 'kilowatt', 'kilowatts'], 'power', 1000, 1),
		(ARRAY['hp', 'horsepower'], 'power', 74569987158227022, 100000000000000),
		(ARRAY['v', 'volt', 'volts'], 'voltage', 1, 1),
		(ARRAY['hz', 'hertz'], 'frequency', 1, 1),
		(ARRAY['db(a)', 'db', 'dba', 'db a'], 'noise', 1, 1),
		(ARRAY['l', 'liter', 'liters', 'litre', 'litres'], 'volume', 1, 1),
		(ARRAY['m3', 'cubic meter', 'cubic meters'], 'volume', 1000, 1),
		(ARRAY['m/min', 'meters per minute'], 'speed', 1, 1),
		(ARRAY['units/h', 'unit/h', 'units per hour'], 'throughput', 1, 1),
		(ARRAY['kg/h', 'kg per hour'], 'mass flow', 1, 1),
		(ARRAY['g/m2', 'gsm'], 'grammage', 1, 1),
		(ARRAY['kg/m3'], 'density', 1, 1),
		(ARRAY['month', 'months'], 'time', 1, 1),
		(ARRAY['year', 'years'], 'time', 12, 1),
		(ARRAY['°c', 'c'], 'temperature', 1, 1),
		(ARRAY['%', 'percent'], 'share', 1, 1)
	) AS units (spellings, dimension, numerator, denominator) WHERE spelling = ANY (spellings)
$$;

CREATE UNIQUE INDEX addresses_one_default ON addresses (user_id) WHERE is_default;
CREATE INDEX addresses_user_idx ON addresses (user_id);
CREATE INDEX audit_entries_action_idx ON audit_entries (action, id);
CREATE INDEX audit_entries_actor_idx ON audit_entries (actor_id);
CREATE INDEX audit_entries_at_idx ON audit_entries (at);
CREATE INDEX audit_entries_search_idx ON audit_entries USING gin (lower(((((((actor_name || ' ') || action) || ' ') || target_type) || ' ')
	|| target_id)) gin_trgm_ops);
CREATE INDEX audit_entries_target_idx ON audit_entries (target_type, target_id);
CREATE INDEX blog_posts_published_idx ON blog_posts (status, published_at);
CREATE INDEX blog_posts_search_idx ON blog_posts USING gin (search_text gin_trgm_ops);
CREATE INDEX business_reviews_business_idx ON business_reviews (business_id, at);
CREATE UNIQUE INDEX businesses_email_key ON businesses (lower(email)) WHERE (status <> 'Deleted');
CREATE INDEX businesses_likeness_idx ON businesses USING gin (lower(name) gin_trgm_ops);
CREATE INDEX businesses_name_idx ON businesses (lower(name));
CREATE INDEX businesses_name_search_idx ON businesses USING gin (translate(lower(name),
	'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ') gin_trgm_ops);
CREATE INDEX businesses_search_idx ON businesses USING gin (translate(lower(((((((name || ' ') || description) || ' ') || city) || ' ') ||
	country)), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ')
	gin_trgm_ops);
CREATE INDEX businesses_staff_search_idx ON businesses USING gin (translate(lower(((((((name || ' ') || email) || ' ') || city) || ' ') ||
	country)), 'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ')
	gin_trgm_ops);
CREATE INDEX catalog_import_changes_product_idx ON catalog_import_changes (product_id);
CREATE INDEX category_attributes_attribute_idx ON category_attributes (attribute_id);
CREATE INDEX commission_rates_position_idx ON commission_rates ("position");
CREATE INDEX contact_messages_created_idx ON contact_messages (created_at);
CREATE INDEX deleted_categories_deleted_idx ON deleted_categories (deleted_at);
CREATE INDEX disputes_opened_idx ON disputes (opened_at, id);
CREATE INDEX disputes_order_idx ON disputes (order_id);
CREATE INDEX documents_business_idx ON documents (business_id, issued_at, id) WHERE (business_id IS NOT NULL);
CREATE UNIQUE INDEX documents_invoice_key ON documents (order_id, COALESCE(issuer_business_id,
	'00000000-0000-0000-0000-000000000000'::uuid), COALESCE(milestone_id, '00000000-0000-0000-0000-000000000000'::uuid)) WHERE (kind =
	'invoice');
CREATE INDEX documents_issued_idx ON documents (issued_at, id);
CREATE INDEX documents_order_idx ON documents (order_id);
CREATE INDEX documents_search_idx ON documents USING gin (search_text gin_trgm_ops);
CREATE INDEX e_invoices_waiting_idx ON e_invoices (next_at) WHERE (made_at IS NULL);
CREATE INDEX idempotency_keys_created_idx ON idempotency_keys (created_at);
CREATE INDEX impact_results_anonymous_idx ON impact_results (created_at) WHERE is_anonymous;
CREATE INDEX ledger_entries_seller_idx ON ledger_entries (business_id, currency, at) WHERE (account = 'seller');
CREATE INDEX ledger_entries_transaction_idx ON ledger_entries (transaction_id);
CREATE INDEX ledger_transactions_order_idx ON ledger_transactions (order_id);
CREATE INDEX login_challenges_expires_idx ON login_challenges (expires_at);
CREATE INDEX login_challenges_user_idx ON login_challenges (user_id);
CREATE INDEX media_files_business_idx ON media_files (business_id, created_at);
CREATE INDEX message_replies_message_idx ON message_replies (message_id, created_at);
CREATE INDEX new_buyer_orders_confirm_idx ON new_buyer_orders (confirm_by) WHERE (confirm_by IS NOT NULL);
CREATE INDEX new_buyer_orders_network_idx ON new_buyer_orders (network, placed_at) WHERE (network IS NOT NULL);
CREATE UNIQUE INDEX newsletter_email_key ON newsletter_subscribers (lower(email));
CREATE INDEX newsletter_token_idx ON newsletter_subscribers (token_hash);
CREATE INDEX notices_business_idx ON notices (business_id, created_at) WHERE (business_id IS NOT NULL);
CREATE INDEX notices_created_idx ON notices (created_at, id);
CREATE INDEX notices_product_idx ON notices (product_id) WHERE (product_id IS NOT NULL);
CREATE INDEX notifications_unread_idx ON notifications (user_id) WHERE (read_at IS NULL);
CREATE INDEX notifications_user_idx ON notifications (user_id, id);
CREATE INDEX operations_kind_idx ON operations (kind, id);
CREATE INDEX order_events_order_idx ON order_events (order_id);
CREATE INDEX order_lines_product_idx ON order_lines (product_id);
CREATE INDEX orders_created_idx ON orders (created_at);
CREATE INDEX orders_customer_idx ON orders (lower(user_name) COLLATE "C", id, user_name);
CREATE INDEX orders_hold_idx ON orders (hold_until) WHERE (hold_until IS NOT NULL);
CREATE INDEX orders_method_idx ON orders (payment_method, created_at, id);
CREATE INDEX orders_open_idx ON orders (user_id) WHERE (hold_until IS NOT NULL);
CREATE INDEX orders_payment_idx ON orders (payment_status, created_at, id);
CREATE INDEX orders_search_idx ON orders USING gin (search_text gin_trgm_ops);
CREATE INDEX orders_status_idx ON orders (status, created_at);
CREATE INDEX orders_total_idx ON orders (total_usd_cents);
CREATE INDEX orders_user_idx ON orders (user_id, created_at);
CREATE INDEX orders_vat_idx ON orders (vat_waits) WHERE (vat_waits IS NOT NULL);
CREATE INDEX outbox_due_idx ON outbox (due_at) WHERE (sent_at IS NULL);
CREATE INDEX outbox_order_idx ON outbox ((((payload -> 'facts') ->> 'orderId'))) WHERE (((payload -> 'facts') ->> 'orderId') IS NOT NULL);
CREATE INDEX outbox_recipient_idx ON outbox USING gin (lower((payload ->> 'to')) gin_trgm_ops);
CREATE INDEX outbox_sent_idx ON outbox (kind, sent_at);
CREATE INDEX payment_events_order_idx ON payment_events (order_id);
CREATE INDEX payments_at_idx ON payments (at);
CREATE INDEX payments_order_idx ON payments (order_id);
CREATE INDEX payouts_business_idx ON payouts (business_id, created_at);
CREATE INDEX payouts_created_idx ON payouts (created_at);
CREATE INDEX product_attributes_choice_idx ON product_attributes (attribute_id, choice, product_id);
CREATE INDEX product_attributes_number_idx ON product_attributes (attribute_id, number, product_id);
CREATE INDEX product_changes_created_idx ON product_changes (created_at);
CREATE INDEX product_fits_target_idx ON product_fits (target_id, product_id);
CREATE INDEX product_prices_product_idx ON product_prices (product_id, at);
CREATE INDEX products_business_idx ON products (business_id, created_at);
CREATE INDEX products_category_created_idx ON products (category_id, created_at DESC, lower(name) COLLATE "C", id, name) WHERE is_public;
CREATE INDEX products_category_eur_idx ON products (category_id, price_eur_cents, lower(name) COLLATE "C", id, name) WHERE is_public;
CREATE INDEX products_category_featured_idx ON products (category_id, featured DESC, shop_place, lower(name) COLLATE "C", id, name) WHERE
	is_public;
CREATE INDEX products_category_name_idx ON products (category_id, lower(name) COLLATE "C", id, name) WHERE is_public;
CREATE INDEX products_category_usd_idx ON products (category_id, price_usd_cents, lower(name) COLLATE "C", id, name) WHERE is_public;
CREATE INDEX products_created_idx ON products (created_at);
CREATE INDEX products_fits_idx ON products USING gin (fitted_machines(specifications)) WHERE is_public;
CREATE INDEX products_fitted_idx ON products USING gin (fitted_machines(specifications)) WITH (fastupdate='false') WHERE
	(fitted_machines(specifications) <> '{}'::text[]);
CREATE INDEX products_name_idx ON products (lower(name) COLLATE "C");
-- Products with words that "search_words" does not have as they stand in documents are searched by their texts as before; of all others a
-- word that is part of no other one is found by the documents alone.
CREATE INDEX products_odd_words_idx ON products (id) WHERE regexp_like(search_text,
	'[a-z0-9]{41}|[a-z0-9][\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\uffff]|[\u00c0-\u00d6\u00d8-\u00f6\u00f8-\u1fff\u2c00-\uffff][a-z0-9]');
CREATE INDEX products_price_idx ON products (price_usd_cents);
CREATE INDEX products_public_facets_idx ON products (business_id, category_id, type, in_stock, featured, price_usd_cents, price_eur_cents)
	WHERE is_public;
CREATE INDEX products_public_idx ON products (type, status, category_id);
CREATE INDEX products_public_slug_idx ON products (slug, updated_at) WHERE is_public;
CREATE INDEX products_recalled_idx ON products (recalled_at) WHERE (recalled_at IS NOT NULL);
CREATE INDEX products_sale_begin_idx ON products (sale_to, sale_from) WHERE ((sale_usd_cents IS NOT NULL) AND (regular_usd_cents IS NULL));
CREATE INDEX products_sale_end_idx ON products (sale_to) WHERE (regular_usd_cents IS NOT NULL);
CREATE INDEX products_search_idx ON products USING gin (search_text gin_trgm_ops) WITH (gin_pending_list_limit='512');
CREATE UNIQUE INDEX products_sku_key ON products (business_id, lower(sku)) WHERE (status <> 'Deleted');
CREATE INDEX products_type_created_idx ON products (type, created_at DESC, lower(name) COLLATE "C", id, name) WHERE is_public;
CREATE INDEX products_type_eur_idx ON products (type, price_eur_cents, lower(name) COLLATE "C", id, name) WHERE is_public;
CREATE INDEX products_type_featured_idx ON products (type, featured DESC, shop_place, lower(name) COLLATE "C", id, name) WHERE is_public;
CREATE INDEX products_type_name_idx ON products (type, lower(name) COLLATE "C", id, name) WHERE is_public;
CREATE INDEX products_type_usd_idx ON products (type, price_usd_cents, lower(name) COLLATE "C", id, name) WHERE is_public;
CREATE INDEX products_updated_idx ON products (updated_at);
CREATE INDEX promotion_uses_customer_idx ON promotion_uses (promotion_id, user_id);
CREATE UNIQUE INDEX promotions_code_key ON promotions (upper(code)) WHERE (deleted_at IS NULL);
CREATE INDEX rate_limits_expire_idx ON rate_limits (expire);
CREATE INDEX refund_lines_line_idx ON refund_lines (line_id);
CREATE INDEX refund_shares_business_idx ON refund_shares (business_id);
CREATE INDEX refunds_order_idx ON refunds (order_id);
CREATE INDEX refunds_requested_idx ON refunds (created_at) WHERE (status = 'requested');
CREATE INDEX return_lines_line_idx ON return_lines (line_id);
CREATE INDEX returns_business_idx ON returns (business_id, status, created_at);
CREATE INDEX returns_created_idx ON returns (created_at);
CREATE INDEX returns_order_idx ON returns (order_id);
CREATE INDEX returns_user_idx ON returns (user_id, created_at);
CREATE INDEX returns_withdrawal_idx ON returns (withdrawal_id) WHERE (withdrawal_id IS NOT NULL);
CREATE INDEX search_clicks_query_idx ON search_clicks (query, kind);
CREATE INDEX search_documents_codes_idx ON search_documents USING gin (codes) WITH (gin_pending_list_limit='256');
CREATE INDEX search_documents_stale_idx ON search_documents (product_id) WHERE is_stale;
CREATE INDEX search_documents_title_idx ON search_documents USING gin (title) WITH (gin_pending_list_limit='256');
CREATE INDEX search_documents_words_idx ON search_documents USING gin (words) WITH (gin_pending_list_limit='256');
CREATE UNIQUE INDEX search_synonyms_first_key ON search_synonyms (language, kind, lower(terms[1]));
CREATE INDEX search_words_word_idx ON search_words USING gin (word gin_trgm_ops);
CREATE INDEX seller_orders_cancelled_idx ON seller_orders (order_id, business_id, total_cents) WHERE (status = 'cancelled');
CREATE INDEX seller_orders_delivered_idx ON seller_orders (business_id, updated_at) WHERE (status = 'delivered');
CREATE INDEX seller_orders_newest_idx ON seller_orders (business_id, placed_at, order_id) WHERE is_shown;
CREATE INDEX seller_orders_status_idx ON seller_orders (business_id, is_shown, status, placed_at, order_id);
CREATE INDEX seller_orders_to_ship_idx ON seller_orders (business_id, (
CASE
    WHEN status IN ('pending', 'processing') THEN placed_at
   
	ELSE NULL::timestamptz
END), placed_at DESC, order_id DESC) WHERE is_shown;
CREATE INDEX sessions_expires_idx ON sessions (expires_at);
CREATE INDEX sessions_user_idx ON sessions (user_id);
CREATE INDEX shipping_rates_zone_idx ON shipping_rates (zone_id, "position");
CREATE INDEX shipping_zone_areas_zone_idx ON shipping_zone_areas (zone_id, "position");
CREATE INDEX shipping_zones_business_idx ON shipping_zones (business_id, "position");
CREATE INDEX staff_notes_order_idx ON staff_notes (order_id, created_at) WHERE (order_id IS NOT NULL);
CREATE INDEX staff_notes_user_idx ON staff_notes (user_id, created_at) WHERE (user_id IS NOT NULL);
CREATE INDEX tax_exemptions_status_idx ON tax_exemptions (status, created_at);
CREATE INDEX tax_exemptions_user_idx ON tax_exemptions (user_id, created_at);
CREATE INDEX tax_registrations_business_idx ON tax_registrations (business_id, country);
CREATE INDEX tax_rules_place_idx ON tax_rules (country, state, valid_from);
CREATE INDEX tax_transactions_order_idx ON tax_transactions (order_id);
CREATE INDEX user_passkeys_user_idx ON user_passkeys (user_id);
CREATE INDEX users_business_idx ON users (business_id);
CREATE INDEX users_created_idx ON users (created_at);
CREATE UNIQUE INDEX users_email_key ON users (lower(email));
CREATE INDEX users_name_idx ON users (lower(name) COLLATE "C");
CREATE INDEX users_pending_search_idx ON users USING gin (translate(lower(pending_email),
	'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ') gin_trgm_ops) WHERE
	(pending_email IS NOT NULL);
CREATE INDEX users_search_idx ON users USING gin (translate(lower(((name || ' ') || email)),
	'àáâãäåèéêëìíîïòóôõöøùúûüçñÀÁÂÃÄÅÈÉÊËÌÍÎÏÒÓÔÕÖØÙÚÛÜÇÑ-', 'aaaaaaeeeeiiiioooooouuuucnaaaaaaeeeeiiiioooooouuuucn ') gin_trgm_ops);
CREATE INDEX users_staff_idx ON users (role) WHERE (role <> 'customer');
CREATE INDEX vat_checks_created_idx ON vat_checks (created_at);
CREATE INDEX vat_checks_next_idx ON vat_checks (next_check_at) WHERE (next_check_at IS NOT NULL);
CREATE INDEX withdrawals_order_idx ON withdrawals (order_id);
CREATE INDEX withdrawals_received_idx ON withdrawals (received_at, id) WHERE (received_at IS NOT NULL);
CREATE INDEX withdrawals_unconfirmed_idx ON withdrawals (created_at) WHERE (received_at IS NULL);

ALTER TABLE addresses ADD CONSTRAINT addresses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE blog_post_slugs ADD CONSTRAINT blog_post_slugs_post_id_blog_posts_id_fk FOREIGN KEY (post_id) REFERENCES blog_posts(id) ON
	DELETE CASCADE;
ALTER TABLE blog_posts ADD CONSTRAINT blog_posts_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES users(id);
ALTER TABLE business_reviews
	ADD CONSTRAINT business_reviews_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id),
	ADD CONSTRAINT business_reviews_reviewer_id_users_id_fk FOREIGN KEY (reviewer_id) REFERENCES users(id);
ALTER TABLE cart_items
	ADD CONSTRAINT cart_items_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id),
	ADD CONSTRAINT cart_items_user_id_carts_user_id_fk FOREIGN KEY (user_id) REFERENCES carts(user_id) ON DELETE CASCADE;
ALTER TABLE carts ADD CONSTRAINT carts_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE catalog_import_changes
	ADD CONSTRAINT catalog_import_changes_import_id_catalog_imports_id_fk FOREIGN KEY (import_id) REFERENCES catalog_imports(id) ON DELETE
		CASCADE,
	ADD CONSTRAINT catalog_import_changes_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
ALTER TABLE catalog_imports
	ADD CONSTRAINT catalog_imports_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id),
	ADD CONSTRAINT catalog_imports_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);
ALTER TABLE category_attributes
	ADD CONSTRAINT category_attributes_attribute_id_attributes_id_fk FOREIGN KEY (attribute_id) REFERENCES attributes(id) ON DELETE CASCADE,
	ADD CONSTRAINT category_attributes_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id) ON DELETE CASCADE;
ALTER TABLE category_values ADD CONSTRAINT category_values_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id)
	ON DELETE CASCADE;
ALTER TABLE commission_rates ADD CONSTRAINT commission_rates_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES
	businesses(id);
ALTER TABLE contact_messages
	ADD CONSTRAINT contact_messages_answered_by_id_users_id_fk FOREIGN KEY (answered_by_id) REFERENCES users(id) ON DELETE SET NULL,
	ADD CONSTRAINT contact_messages_impact_key_impact_results_key_fk FOREIGN KEY (impact_key) REFERENCES impact_results(key),
	ADD CONSTRAINT contact_messages_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE deleted_categories ADD CONSTRAINT deleted_categories_deleted_by_users_id_fk FOREIGN KEY (deleted_by) REFERENCES users(id) ON
	DELETE SET NULL;
ALTER TABLE delivery_days ADD CONSTRAINT delivery_days_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);
ALTER TABLE disputes
	ADD CONSTRAINT disputes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
	ADD CONSTRAINT disputes_payment_id_payments_id_fk FOREIGN KEY (payment_id) REFERENCES payments(id);
ALTER TABLE document_series ADD CONSTRAINT document_series_issuer_business_id_businesses_id_fk FOREIGN KEY (issuer_business_id) REFERENCES
	businesses(id);
ALTER TABLE documents
	ADD CONSTRAINT documents_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id),
	ADD CONSTRAINT documents_issuer_business_id_businesses_id_fk FOREIGN KEY (issuer_business_id) REFERENCES businesses(id),
	ADD CONSTRAINT documents_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
	ADD CONSTRAINT documents_refers_to_documents_id_fk FOREIGN KEY (refers_to) REFERENCES documents(id);
ALTER TABLE e_invoices ADD CONSTRAINT e_invoices_document_id_documents_id_fk FOREIGN KEY (document_id) REFERENCES documents(id);
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE
	CASCADE;
ALTER TABLE import_mappings ADD CONSTRAINT import_mappings_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE invoice_preferences ADD CONSTRAINT invoice_preferences_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE
	CASCADE;
ALTER TABLE invoices ADD CONSTRAINT invoices_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE ledger_entries
	ADD CONSTRAINT ledger_entries_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id),
	ADD CONSTRAINT ledger_entries_transaction_id_ledger_transactions_id_fk FOREIGN KEY (transaction_id) REFERENCES ledger_transactions(id);
ALTER TABLE ledger_transactions ADD CONSTRAINT ledger_transactions_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE login_challenges ADD CONSTRAINT login_challenges_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE
	CASCADE;
ALTER TABLE media_files
	ADD CONSTRAINT media_files_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id),
	ADD CONSTRAINT media_files_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE message_replies
	ADD CONSTRAINT message_replies_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
	ADD CONSTRAINT message_replies_message_id_contact_messages_id_fk FOREIGN KEY (message_id) REFERENCES contact_messages(id) ON DELETE
		CASCADE;
ALTER TABLE new_buyer_orders ADD CONSTRAINT new_buyer_orders_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE
	CASCADE;
ALTER TABLE notices
	ADD CONSTRAINT notices_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id) ON DELETE SET NULL,
	ADD CONSTRAINT notices_decided_by_users_id_fk FOREIGN KEY (decided_by) REFERENCES users(id) ON DELETE SET NULL,
	ADD CONSTRAINT notices_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE SET NULL,
	ADD CONSTRAINT notices_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE notifications ADD CONSTRAINT notifications_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE order_events
	ADD CONSTRAINT order_events_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id),
	ADD CONSTRAINT order_events_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id),
	ADD CONSTRAINT order_events_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE order_lines
	ADD CONSTRAINT order_lines_part_fk FOREIGN KEY (order_id, business_id) REFERENCES seller_orders(order_id, business_id),
	ADD CONSTRAINT order_lines_product_fk FOREIGN KEY (product_id, business_id) REFERENCES products(id, business_id);
ALTER TABLE orders ADD CONSTRAINT orders_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE payment_events ADD CONSTRAINT payment_events_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE payments
	ADD CONSTRAINT payments_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id),
	ADD CONSTRAINT payments_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE payout_accounts ADD CONSTRAINT payout_accounts_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);
ALTER TABLE payouts
	ADD CONSTRAINT payouts_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id),
	ADD CONSTRAINT payouts_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);
ALTER TABLE product_attributes
	ADD CONSTRAINT product_attributes_attribute_id_attributes_id_fk FOREIGN KEY (attribute_id) REFERENCES attributes(id) ON DELETE CASCADE,
	ADD CONSTRAINT product_attributes_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
ALTER TABLE product_change_rows
	ADD CONSTRAINT product_change_rows_change_id_product_changes_id_fk FOREIGN KEY (change_id) REFERENCES product_changes(id) ON DELETE
		CASCADE,
	ADD CONSTRAINT product_change_rows_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE;
ALTER TABLE product_changes ADD CONSTRAINT product_changes_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id) ON DELETE
	CASCADE;
ALTER TABLE product_fits
	ADD CONSTRAINT product_fits_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE CASCADE,
	ADD CONSTRAINT product_fits_target_id_products_id_fk FOREIGN KEY (target_id) REFERENCES products(id) ON DELETE CASCADE;
ALTER TABLE product_prices ADD CONSTRAINT product_prices_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON
	DELETE CASCADE;
ALTER TABLE product_slugs ADD CONSTRAINT product_slugs_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON DELETE
	CASCADE;
ALTER TABLE products
	ADD CONSTRAINT products_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id),
	ADD CONSTRAINT products_category_id_categories_id_fk FOREIGN KEY (category_id) REFERENCES categories(id),
	ADD CONSTRAINT products_deleted_by_users_id_fk FOREIGN KEY (deleted_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE promotion_uses
	ADD CONSTRAINT promotion_uses_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
	ADD CONSTRAINT promotion_uses_promotion_id_promotions_id_fk FOREIGN KEY (promotion_id) REFERENCES promotions(id),
	ADD CONSTRAINT promotion_uses_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE promotions ADD CONSTRAINT promotions_deleted_by_users_id_fk FOREIGN KEY (deleted_by) REFERENCES users(id) ON DELETE SET NULL;
ALTER TABLE recovery_codes ADD CONSTRAINT recovery_codes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE refund_lines
	ADD CONSTRAINT refund_lines_line_id_order_lines_id_fk FOREIGN KEY (line_id) REFERENCES order_lines(id),
	ADD CONSTRAINT refund_lines_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE;
ALTER TABLE refund_shares
	ADD CONSTRAINT refund_shares_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id),
	ADD CONSTRAINT refund_shares_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id) ON DELETE CASCADE;
ALTER TABLE refunds
	ADD CONSTRAINT refunds_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id),
	ADD CONSTRAINT refunds_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE return_lines
	ADD CONSTRAINT return_lines_line_id_order_lines_id_fk FOREIGN KEY (line_id) REFERENCES order_lines(id),
	ADD CONSTRAINT return_lines_return_id_returns_id_fk FOREIGN KEY (return_id) REFERENCES returns(id) ON DELETE CASCADE;
ALTER TABLE returns
	ADD CONSTRAINT returns_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id),
	ADD CONSTRAINT returns_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
	ADD CONSTRAINT returns_refund_id_refunds_id_fk FOREIGN KEY (refund_id) REFERENCES refunds(id),
	ADD CONSTRAINT returns_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id),
	ADD CONSTRAINT returns_withdrawal_id_withdrawals_id_fk FOREIGN KEY (withdrawal_id) REFERENCES withdrawals(id);
ALTER TABLE saved_views ADD CONSTRAINT saved_views_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE search_documents ADD CONSTRAINT search_documents_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id) ON
	DELETE CASCADE;
ALTER TABLE search_synonyms ADD CONSTRAINT search_synonyms_updated_by_users_id_fk FOREIGN KEY (updated_by) REFERENCES users(id) ON DELETE
	SET NULL;
ALTER TABLE seller_orders
	ADD CONSTRAINT seller_orders_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id),
	ADD CONSTRAINT seller_orders_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE sessions ADD CONSTRAINT sessions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE shipping_rates ADD CONSTRAINT shipping_rates_zone_id_shipping_zones_id_fk FOREIGN KEY (zone_id) REFERENCES shipping_zones(id) ON
	DELETE CASCADE;
ALTER TABLE shipping_zone_areas ADD CONSTRAINT shipping_zone_areas_zone_id_shipping_zones_id_fk FOREIGN KEY (zone_id) REFERENCES
	shipping_zones(id) ON DELETE CASCADE;
ALTER TABLE shipping_zones ADD CONSTRAINT shipping_zones_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id) ON
	DELETE CASCADE;
ALTER TABLE staff_notes
	ADD CONSTRAINT staff_notes_author_id_users_id_fk FOREIGN KEY (author_id) REFERENCES users(id) ON DELETE SET NULL,
	ADD CONSTRAINT staff_notes_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id) ON DELETE CASCADE,
	ADD CONSTRAINT staff_notes_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE stock_movements
	ADD CONSTRAINT stock_movements_actor_id_users_id_fk FOREIGN KEY (actor_id) REFERENCES users(id),
	ADD CONSTRAINT stock_movements_product_id_products_id_fk FOREIGN KEY (product_id) REFERENCES products(id);
ALTER TABLE tax_exemptions
	ADD CONSTRAINT tax_exemptions_reviewer_id_users_id_fk FOREIGN KEY (reviewer_id) REFERENCES users(id) ON DELETE SET NULL,
	ADD CONSTRAINT tax_exemptions_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE tax_registrations ADD CONSTRAINT tax_registrations_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES
	businesses(id) ON DELETE CASCADE;
ALTER TABLE tax_transactions ADD CONSTRAINT tax_transactions_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id);
ALTER TABLE user_passkeys ADD CONSTRAINT user_passkeys_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_tokens ADD CONSTRAINT user_tokens_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE user_totp ADD CONSTRAINT user_totp_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id) ON DELETE CASCADE;
ALTER TABLE users ADD CONSTRAINT users_business_id_businesses_id_fk FOREIGN KEY (business_id) REFERENCES businesses(id);
ALTER TABLE vat_checks ADD CONSTRAINT vat_checks_confirmed_by_users_id_fk FOREIGN KEY (confirmed_by) REFERENCES users(id) ON DELETE SET
	NULL;
ALTER TABLE withdrawals
	ADD CONSTRAINT withdrawals_decided_by_users_id_fk FOREIGN KEY (decided_by) REFERENCES users(id),
	ADD CONSTRAINT withdrawals_order_id_orders_id_fk FOREIGN KEY (order_id) REFERENCES orders(id),
	ADD CONSTRAINT withdrawals_user_id_users_id_fk FOREIGN KEY (user_id) REFERENCES users(id);
ALTER TABLE zero_result_counts ADD CONSTRAINT zero_result_counts_dismissed_by_users_id_fk FOREIGN KEY (dismissed_by) REFERENCES users(id) ON
	DELETE SET NULL;
ALTER TABLE zero_result_searches ADD CONSTRAINT zero_result_searches_dismissed_by_users_id_fk FOREIGN KEY (dismissed_by) REFERENCES
	users(id) ON DELETE SET NULL;

CREATE CONSTRAINT TRIGGER attributes_revision AFTER INSERT OR UPDATE OR DELETE ON attributes DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER audit_entries_append_only BEFORE UPDATE OR DELETE ON audit_entries FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_seals_append_only BEFORE UPDATE OR DELETE ON audit_seals FOR EACH ROW EXECUTE FUNCTION refuse_change();
CREATE CONSTRAINT TRIGGER blog_posts_revision AFTER INSERT OR UPDATE OR DELETE ON blog_posts DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER blog_posts_words AFTER INSERT OR UPDATE OF search_text ON blog_posts FOR EACH ROW EXECUTE FUNCTION add_words_of_row();
-- The business's contact is that of its products which name no maker.
CREATE TRIGGER businesses_contact_stamp BEFORE UPDATE OF email, address, postal_code ON businesses FOR EACH ROW
	EXECUTE FUNCTION set_stamp();
CREATE TRIGGER businesses_listing AFTER UPDATE OF status, business_status ON businesses FOR EACH ROW
	WHEN ((old.status = 'Active' AND old.business_status = 'approved') IS DISTINCT FROM (new.status = 'Active' AND new.business_status =
		'approved'))
	EXECUTE FUNCTION list_products_of_business();
CREATE CONSTRAINT TRIGGER businesses_revision AFTER INSERT OR UPDATE OR DELETE ON businesses DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER businesses_search_texts AFTER UPDATE OF name ON businesses FOR EACH ROW WHEN (old.name IS DISTINCT FROM new.name)
	EXECUTE FUNCTION rename_in_search_texts();
CREATE TRIGGER businesses_stamp BEFORE UPDATE OF slug, name, description, website, logo, business_type, city, country, created_at
	ON businesses FOR EACH ROW EXECUTE FUNCTION set_stamp();
CREATE TRIGGER businesses_words AFTER INSERT OR UPDATE OF name, description, city, country ON businesses FOR EACH ROW
	EXECUTE FUNCTION add_words_of_row();
CREATE TRIGGER categories_listing AFTER UPDATE OF value ON categories FOR EACH ROW EXECUTE FUNCTION list_products_of_category('id');
CREATE CONSTRAINT TRIGGER categories_revision AFTER INSERT OR UPDATE OR DELETE ON categories DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER categories_search_texts AFTER UPDATE OF label ON categories FOR EACH ROW WHEN (old.label IS DISTINCT FROM new.label)
	EXECUTE FUNCTION rename_in_search_texts();
CREATE TRIGGER categories_stamp BEFORE UPDATE OF value, label ON categories FOR EACH ROW EXECUTE FUNCTION set_stamp();
CREATE TRIGGER categories_words AFTER INSERT OR UPDATE OF label ON categories FOR EACH ROW EXECUTE FUNCTION add_words_of_row();
CREATE CONSTRAINT TRIGGER category_attributes_revision AFTER INSERT OR UPDATE OR DELETE ON category_attributes DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER category_values_listing AFTER INSERT OR UPDATE OR DELETE ON category_values FOR EACH ROW
	EXECUTE FUNCTION list_products_of_category('category_id');
CREATE CONSTRAINT TRIGGER claims_revision AFTER INSERT OR UPDATE OR DELETE ON claims DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER documents_append_only BEFORE UPDATE OR DELETE ON documents FOR EACH ROW EXECUTE FUNCTION refuse_document_change();
CREATE TRIGGER documents_mirror AFTER INSERT ON documents FOR EACH ROW
	WHEN (NEW.kind = 'invoice' AND NEW.issuer_business_id IS NULL AND NEW.milestone_id IS NULL AND NEW.order_id IS NOT NULL)
	EXECUTE FUNCTION mirror_invoice();
CREATE TRIGGER e_invoices_written_once BEFORE UPDATE OR DELETE ON e_invoices FOR EACH ROW EXECUTE FUNCTION refuse_e_invoice_change();
CREATE TRIGGER invoices_number BEFORE INSERT ON invoices FOR EACH ROW EXECUTE FUNCTION number_older_invoice();
-- Shown prices depend on all of these: answers of every server from before a change are outdated.
CREATE CONSTRAINT TRIGGER markets_revision AFTER INSERT OR UPDATE OR DELETE ON markets DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION raise_revision('settings');
CREATE TRIGGER products_changed_documents AFTER UPDATE OF search_text, business_id, category_id, slug, specifications, sku, mpn, gtin, brand
	ON products FOR EACH ROW
	WHEN ((old.search_text, old.category_id, old.slug, old.specifications, old.sku, old.mpn, old.gtin, old.brand) IS DISTINCT FROM
		(new.search_text, new.category_id, new.slug, new.specifications, new.sku, new.mpn, new.gtin, new.brand))
	EXECUTE FUNCTION mark_search_document();
CREATE TRIGGER products_changed_words AFTER UPDATE OF search_text ON products FOR EACH ROW
	WHEN (split_part(old.search_text, chr(31), 1) IS DISTINCT FROM split_part(new.search_text, chr(31), 1))
	EXECUTE FUNCTION add_words_of_row();
CREATE TRIGGER products_documents AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT
	EXECUTE FUNCTION add_search_documents();
CREATE CONSTRAINT TRIGGER products_facts_revision AFTER UPDATE OF sku, mpn, brand, gtin, weight_grams, package_length_mm, package_width_mm,
	package_height_mm, hs_code, origin_country, sale_unit, content_amount, content_unit, min_quantity, quantity_step, tax_class,
	warranty_months, warranty_text, safety
	ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER products_facts_stamp BEFORE UPDATE OF sku, mpn, brand, gtin, weight_grams, package_length_mm, package_width_mm,
	package_height_mm, hs_code, origin_country, sale_unit, content_amount, content_unit, min_quantity, quantity_step, tax_class,
	warranty_months, warranty_text, safety
	ON products FOR EACH ROW EXECUTE FUNCTION set_stamp();
CREATE TRIGGER products_fitted AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT
	EXECUTE FUNCTION fit_added_products();
CREATE TRIGGER products_listing BEFORE INSERT OR UPDATE OF status, business_id, type, category_id, is_public, in_stock, shop_place,
	min_quantity
	ON products FOR EACH ROW EXECUTE FUNCTION set_listing();
CREATE TRIGGER products_price AFTER UPDATE OF price_usd_cents, price_eur_cents ON products FOR EACH ROW
	WHEN ((new.price_usd_cents, new.price_eur_cents) IS DISTINCT FROM (old.price_usd_cents, old.price_eur_cents))
	EXECUTE FUNCTION record_price();
CREATE TRIGGER products_recall BEFORE UPDATE OF recalled_at ON products FOR EACH ROW EXECUTE FUNCTION set_listing();
CREATE TRIGGER products_refitted AFTER UPDATE OF specifications, name ON products FOR EACH ROW
	WHEN (old.specifications IS DISTINCT FROM new.specifications OR lower(old.name) <> lower(new.name)) EXECUTE FUNCTION fit_product();
CREATE TRIGGER products_regular_price BEFORE UPDATE OF price_usd_cents, price_eur_cents ON products FOR EACH ROW
	WHEN (new.regular_usd_cents IS NOT NULL AND old.regular_usd_cents IS NOT NULL) EXECUTE FUNCTION keep_regular_price();
CREATE TRIGGER products_retyped AFTER UPDATE OF specifications, category_id ON products FOR EACH ROW
	WHEN (old.specifications IS DISTINCT FROM new.specifications OR old.category_id <> new.category_id) EXECUTE FUNCTION type_product();
-- All columns but the stock and what changes with it: the application tells of those, outside of the orders' transactions.
CREATE CONSTRAINT TRIGGER products_revision AFTER INSERT OR DELETE OR UPDATE OF id, slug, name, description, full_description, type,
	category_id, business_id, price_usd_cents, price_eur_cents, featured, status, shipping_class, lead_time_days, energy_efficiency,
	material_savings, carbon_reduction, features, images, specifications, ladder, impact_model, search_text, created_at, updated_at,
	deleted_at, deleted_by, deleted_from
	ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
CREATE CONSTRAINT TRIGGER products_safety_revision AFTER UPDATE OF is_custom, recalled_at, recall_text ON products
	DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER products_safety_stamp BEFORE UPDATE OF is_custom, recalled_at, recall_text ON products FOR EACH ROW
	EXECUTE FUNCTION set_stamp();
CREATE CONSTRAINT TRIGGER products_sale_revision AFTER UPDATE OF regular_usd_cents, regular_eur_cents, sale_usd_cents, sale_eur_cents,
	sale_from, sale_to
	ON products DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER products_sale_stamp BEFORE UPDATE OF regular_usd_cents, regular_eur_cents, sale_usd_cents, sale_eur_cents, sale_from, sale_to
	ON products FOR EACH ROW EXECUTE FUNCTION set_stamp();
CREATE TRIGGER products_search_text BEFORE INSERT OR UPDATE OF search_text, business_id, category_id ON products FOR EACH ROW
	EXECUTE FUNCTION set_search_text();
-- All columns that the public sees, but for the stock and the versions: a sale needs no stamp.
CREATE TRIGGER products_stamp BEFORE UPDATE OF slug, name, description, full_description, type, category_id, business_id, price_usd_cents,
	price_eur_cents, featured, status, shipping_class, lead_time_days, energy_efficiency, material_savings, carbon_reduction, features,
	images, specifications, ladder, impact_model, created_at, updated_at
	ON products FOR EACH ROW EXECUTE FUNCTION set_stamp();
CREATE TRIGGER products_stock BEFORE UPDATE OF stock ON products FOR EACH ROW
	WHEN ((new.stock >= new.min_quantity) IS DISTINCT FROM old.in_stock) EXECUTE FUNCTION set_listing();
CREATE TRIGGER products_typed AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT
	EXECUTE FUNCTION type_added_products();
CREATE TRIGGER products_words AFTER INSERT ON products REFERENCING NEW TABLE AS added FOR EACH STATEMENT
	EXECUTE FUNCTION add_words_of_products();
-- Answers of searches are of a revision of the catalog, on every server.
CREATE CONSTRAINT TRIGGER search_synonyms_revision AFTER INSERT OR UPDATE OR DELETE ON search_synonyms DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION raise_revision('catalog');
CREATE TRIGGER seller_orders_deliveries_added AFTER INSERT ON seller_orders FOR EACH ROW WHEN (new.status = 'delivered')
	EXECUTE FUNCTION count_deliveries();
CREATE TRIGGER seller_orders_deliveries_changed AFTER UPDATE OF status, updated_at, estimated_delivery, business_id, order_id
	ON seller_orders FOR EACH ROW
	WHEN ((old.status = 'delivered' OR new.status = 'delivered') AND (old.status, old.updated_at, old.estimated_delivery, old.business_id,
		old.order_id) IS DISTINCT FROM (new.status, new.updated_at, new.estimated_delivery, new.business_id, new.order_id))
	EXECUTE FUNCTION count_deliveries();
CREATE TRIGGER seller_orders_deliveries_removed AFTER DELETE ON seller_orders FOR EACH ROW WHEN (old.status = 'delivered')
	EXECUTE FUNCTION count_deliveries();
CREATE CONSTRAINT TRIGGER settings_revision AFTER INSERT OR UPDATE OR DELETE ON settings DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION raise_revision('settings');
CREATE CONSTRAINT TRIGGER shipping_rates_revision AFTER INSERT OR UPDATE OR DELETE ON shipping_rates DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
CREATE CONSTRAINT TRIGGER shipping_zone_areas_revision AFTER INSERT OR UPDATE OR DELETE ON shipping_zone_areas DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
CREATE CONSTRAINT TRIGGER shipping_zones_revision AFTER INSERT OR UPDATE OR DELETE ON shipping_zones DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
CREATE CONSTRAINT TRIGGER tax_registrations_revision AFTER INSERT OR UPDATE OR DELETE ON tax_registrations DEFERRABLE INITIALLY DEFERRED
	FOR EACH ROW EXECUTE FUNCTION raise_revision('settings');
CREATE CONSTRAINT TRIGGER tax_rules_revision AFTER INSERT OR UPDATE OR DELETE ON tax_rules DEFERRABLE INITIALLY DEFERRED FOR EACH ROW
	EXECUTE FUNCTION raise_revision('settings');

INSERT INTO document_series (kind, prefix, next, is_open) VALUES
	('invoice', 'INV-', 1, true),
	('credit_note', 'CN-', 1, true),
	('commission', 'COM-', 1, true);
