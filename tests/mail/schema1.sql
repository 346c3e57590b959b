BEGIN TRANSACTION;
CREATE TABLE account (
	"key" VARCHAR(32) NOT NULL, 
	userid VARCHAR(32) NOT NULL, 
	password TEXT NOT NULL, 
	addresses TEXT NOT NULL, 
	created BIGINT NOT NULL, 
	"left" BIGINT, 
	PRIMARY KEY ("key")
);
INSERT INTO "account" VALUES('alice','alice','none','',1795230977599,NULL);
INSERT INTO "account" VALUES('bob','bob','none','',1795230977602,NULL);
CREATE TABLE event (
	game INTEGER NOT NULL, 
	seq INTEGER NOT NULL, 
	kind VARCHAR(12) NOT NULL, 
	actor VARCHAR(32) NOT NULL, 
	text TEXT NOT NULL, 
	comment TEXT NOT NULL, 
	request VARCHAR(64), 
	hash VARCHAR(64) NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (game, seq), 
	FOREIGN KEY(game) REFERENCES game (id), 
	UNIQUE (request)
);
INSERT INTO "event" VALUES(1,1,'challenge','alice','alice bob','',NULL,'282a282426b7b37c66c88381fe0f49fcb2916109f79bcb24ecc9251e35441959',1795230977610);
INSERT INTO "event" VALUES(1,2,'move','alice','B2','',NULL,'2b25431e60a75195e9ab1bc7de8c2a770aa5b9fda811712225e4d81da73c1f3a',1795230977631);
INSERT INTO "event" VALUES(1,3,'move','bob','swap','',NULL,'5f25d1328ce14ba69c4b8f946ff03c46d0cc2884864f1f5d1c5b72cbcd4045ba',1795230977652);
INSERT INTO "event" VALUES(1,4,'move','alice','C3','',NULL,'9a1a88a4eb82783f2322576f6e0c374e887a35dae20f0547043a6faf17ebf492',1795230977661);
CREATE TABLE failure (
	"key" VARCHAR(64) NOT NULL, 
	count INTEGER NOT NULL, 
	until BIGINT NOT NULL, 
	PRIMARY KEY ("key")
);
CREATE TABLE game (
	id INTEGER NOT NULL, 
	kind VARCHAR(16) NOT NULL, 
	board INTEGER NOT NULL, 
	options TEXT NOT NULL, 
	n INTEGER NOT NULL, 
	head VARCHAR(64) NOT NULL, 
	first VARCHAR(32) NOT NULL, 
	second VARCHAR(32) NOT NULL, 
	moves INTEGER NOT NULL, 
	status VARCHAR(8) NOT NULL, 
	to_move VARCHAR(32), 
	winner VARCHAR(32), 
	says TEXT NOT NULL, 
	at BIGINT NOT NULL, 
	PRIMARY KEY (id), 
	UNIQUE (kind, board)
);
INSERT INTO "game" VALUES(1,'projex',101,'{"size": 3}',4,'9a1a88a4eb82783f2322576f6e0c374e887a35dae20f0547043a6faf17ebf492','bob','alice',3,'active','bob',NULL,'',1795230977661);
CREATE TABLE meta (
	name VARCHAR(40) NOT NULL, 
	value TEXT NOT NULL, 
	PRIMARY KEY (name)
);
INSERT INTO "meta" VALUES('schema','1');
CREATE TABLE token (
	hash VARCHAR(64) NOT NULL, 
	"key" VARCHAR(32) NOT NULL, 
	expires BIGINT NOT NULL, 
	PRIMARY KEY (hash)
);
CREATE INDEX ix_token_key ON token ("key");
CREATE INDEX game_lists ON game (kind, status, board);
COMMIT;
